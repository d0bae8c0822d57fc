/** What lists show of a case and the masters it names, found by the roles of the catalogue. */
import type { Catalogue, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { RecordScope } from '../../../schemas/compile/sources.types.ts';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import { withoutBlinded } from '../../../shared/blinding/inheritBlinding.ts';
import { rolesShow, type Sight } from '../../../shared/blinding/sight.ts';
import type { RowPath } from '../../../shared/case/itemAddress.ts';
import { caseReader } from '../../../shared/expressions/caseReader.ts';
import type { CaseReader } from '../../../shared/expressions/caseReader.types.ts';
import type { CaseLinks, CaseSummary } from '../../storage/tables.ts';
import { fold } from '../../../shared/text/fold.ts';

/** Code of a drug that the reporter suspects (E2B code list of drug roles). */
const SUSPECT = '1';
/** What a reaction is called, best first: the reporter's words, their translation, the code. */
const REACTION_WORDS = ['reactionVerbatim', 'reactionTranslation', 'reactionTerm'] as const;
/** The criteria of seriousness are several items, whose roles begin with this word. */
const SERIOUSNESS = 'serious';

/** Names of drugs and numbers of studies, as the case says them, in place of the keys of the masters. */
export type NamedMasters = { [Link in keyof CaseLinks]: string[] };

interface Facts {
  /** what is said of the item with that role, outside of rows or in one */
  valueOf: (role: string, rows?: RowPath) => string | null;
  /** neither value nor null flavor, in an item that every region has */
  isUnanswered: (role: string, rows: RowPath) => boolean;
  /** live rows of the group with that role, in list order */
  rows: (groupRole: string) => readonly RowPath[];
  /** roles of the catalogue that begin with a word */
  rolesOf: (prefix: string) => readonly string[];
}

type SummaryColumns = CaseSummary & NamedMasters;

interface Column<Name extends keyof SummaryColumns> {
  /** roles, or beginnings of roles, of the items it is made of */
  from: readonly string[];
  derive: (facts: Facts) => SummaryColumns[Name];
}

/** The first that says anything. */
const first = (...texts: (string | null | undefined)[]): string | null => texts.find((text) => text) ?? null;

const COLUMNS: { [Name in keyof SummaryColumns]: Column<Name> } = {
  sender_case_id: { from: ['caseNumber'], derive: ({ valueOf }) => valueOf('caseNumber') },
  worldwide_id: { from: ['worldwideId'], derive: ({ valueOf }) => valueOf('worldwideId') },
  report_type: { from: ['typeOfReport'], derive: ({ valueOf }) => valueOf('typeOfReport') },
  patient_name: { from: ['patientInitials'], derive: ({ valueOf }) => valueOf('patientInitials') },
  age: {
    from: ['ageNumber', 'ageUnit'],
    derive: ({ valueOf }) => age(valueOf('ageNumber'), valueOf('ageUnit')),
  },
  sex: { from: ['sex'], derive: ({ valueOf }) => valueOf('sex') },
  product_name: { from: ['drugName', 'drugRole'], derive: productName },
  ae_term: {
    from: REACTION_WORDS,
    derive: ({ valueOf, rows }) => {
      const [reaction] = rows('reactions');
      return reaction ? first(...REACTION_WORDS.map((role) => valueOf(role, reaction))) : null;
    },
  },
  ae_start_date: {
    from: ['reactionStart'],
    derive: ({ valueOf, rows }) =>
      first(
        ...rows('reactions')
          .slice(0, 1)
          .map((row) => valueOf('reactionStart', row)),
      ),
  },
  country: { from: ['reactionCountry', 'reporterCountry', 'primarySource'], derive: country },
  serious: {
    from: [SERIOUSNESS],
    derive: seriousness,
  },
  first_received: { from: ['firstReceived'], derive: ({ valueOf }) => valueOf('firstReceived') },
  most_recent: { from: ['mostRecentInformation'], derive: ({ valueOf }) => valueOf('mostRecentInformation') },
  nullification: {
    from: ['nullificationAmendment'],
    derive: ({ valueOf }) => valueOf('nullificationAmendment'),
  },
  product_keys: {
    from: ['drugName'],
    derive: ({ valueOf, rows }) => rows('drugs').flatMap((row) => valueOf('drugName', row) ?? []),
  },
  study_keys: {
    from: ['sponsorStudyNumber'],
    derive: ({ valueOf }) => [valueOf('sponsorStudyNumber') ?? []].flat(),
  },
};

const COLUMN_NAMES = Object.keys(COLUMNS) as (keyof SummaryColumns)[];

const age = (number: string | null, unit: string | null): string | null =>
  number === null ? null : first([number, unit].filter(Boolean).join(' '));

/** null: not assessed, because there is no reaction, or one has criteria without an answer and none that applies. */
function seriousness({ valueOf, isUnanswered, rows, rolesOf }: Facts): boolean | null {
  const reactions = rows('reactions');
  const criteria = rolesOf(SERIOUSNESS);
  const some = (holds: (role: string, row: RowPath) => boolean): boolean =>
    reactions.some((row) => criteria.some((role) => holds(role, row)));
  if (some((role, row) => valueOf(role, row) === 'true')) return true;
  return reactions.length === 0 || some(isUnanswered) ? null : false;
}

function productName({ valueOf, rows }: Facts): string | null {
  const drugs = rows('drugs');
  const suspect = drugs.find((row) => valueOf('drugRole', row) === SUSPECT) ?? drugs[0];
  return suspect ? valueOf('drugName', suspect) : null;
}

/**
 * Where the first reaction happened, else where the primary source (or the first one) is. The codes are upper case, as
 * lists and filters have them; the case keeps what it was sent, and has a finding.
 */
function country({ valueOf, rows }: Facts): string | null {
  const reporters = rows('reporters');
  const primary = reporters.find((row) => valueOf('primarySource', row)) ?? reporters[0];
  const [reaction] = rows('reactions');
  const code = first(
    reaction && valueOf('reactionCountry', reaction),
    primary && valueOf('reporterCountry', primary),
  );
  return code?.toUpperCase() ?? null;
}

function factsOf(catalogue: Catalogue, reader: CaseReader): Facts {
  const item = (role: string, rows: RowPath) => reader.item(catalogue.roles[role] ?? '', rows);
  return {
    valueOf: (role, rows = []) => item(role, rows)?.value ?? null,
    isUnanswered: (role, rows) => {
      const { value, nullFlavor } = item(role, rows) ?? {};
      return !value && !nullFlavor && catalogue.items[catalogue.roles[role] ?? '']?.appendix === null;
    },
    rows: (groupRole) => {
      const group = catalogue.groupRoles[groupRole];
      return group ? reader.rows(group, []) : [];
    },
    rolesOf: (prefix) => Object.keys(catalogue.roles).filter((role) => role.startsWith(prefix)),
  };
}

/**
 * Longest text of a column, in characters, as E2B allows: what is longer stays whole in its document, but would not fit
 * into an index, which takes 2.7 kB of a row. The numbers of the case are compared whole.
 */
const MAX_LENGTHS: Partial<Record<keyof SummaryColumns, number>> = {
  patient_name: 60,
  product_name: 250,
  ae_term: 250,
  sender_case_id: Infinity,
  worldwide_id: Infinity,
};
const MAX_CODE_LENGTH = 40;
/** of each of the numbers, in the text that is searched */
const MAX_NUMBER_LENGTH = 100;

const shortened = (text: string, maxLength: number): string =>
  text.length > maxLength ? [...text].slice(0, maxLength).join('') : text;

/** The same for readers: what a text lacks at its end is not left out without a word. */
const abridged = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${shortened(text, maxLength - 1)}…` : text;

const cut = (
  name: keyof SummaryColumns,
  value: SummaryColumns[keyof SummaryColumns],
): SummaryColumns[keyof SummaryColumns] =>
  typeof value === 'string' ? abridged(value, MAX_LENGTHS[name] ?? MAX_CODE_LENGTH) : value;

/**
 * All summary columns of a case, and what it calls its masters; `content` must hold the pages of the columns that are
 * used. Everybody sees them, so that they are derived without blinded values.
 */
export function summaryOf(catalogue: Catalogue, content: CaseContent): SummaryColumns {
  const facts = factsOf(catalogue, caseReader(catalogue, withoutBlinded(catalogue, content)));
  return Object.fromEntries(
    COLUMN_NAMES.map((name) => [name, cut(name, COLUMNS[name].derive(facts))]),
  ) as unknown as SummaryColumns;
}

/** The items that a column is made of. */
export const itemsOfSummary = (catalogue: Catalogue, name: keyof SummaryColumns): string[] =>
  catalogueItemsOf(catalogue, name).map(({ itemId }) => itemId);

/** What links a case to the records that a user may be limited to; null: it has one of them, whatever it says. */
export const LINKED_BY: Record<RecordScope, keyof CaseLinks | null> = {
  senderKeys: null,
  productKeys: 'product_keys',
  studyKeys: 'study_keys',
};

/** Whether no role of the reader hides what links cases to records of a kind; the links hold nothing blinded. */
export const rolesShowLinks = (
  catalogue: Catalogue,
  reader: Pick<Sight, 'hidden'>,
  scope: RecordScope,
): boolean => {
  const column = LINKED_BY[scope];
  return column === null || rolesShow(catalogue, reader, itemsOfSummary(catalogue, column));
};

const catalogueItemsOf = (catalogue: Catalogue, name: keyof SummaryColumns): CatalogueItem[] =>
  Object.entries(catalogue.roles)
    .filter(([role]) =>
      COLUMNS[name].from.some((from) => (from === SERIOUSNESS ? role.startsWith(from) : role === from)),
    )
    .flatMap(([, itemId]) => catalogue.items[itemId] ?? []);

/** Columns that may read differently after these items, or the rows of these groups, have changed. */
export const columnsTouched = (
  catalogue: Catalogue,
  items: ReadonlySet<string>,
  groups: ReadonlySet<string>,
): (keyof SummaryColumns)[] =>
  COLUMN_NAMES.filter((name) =>
    catalogueItemsOf(catalogue, name).some(
      (item) => items.has(item.itemId) || item.groups.some((group) => groups.has(group)),
    ),
  );

/** The pages that have to be read for these columns. */
export const pagesOfColumns = (catalogue: Catalogue, names: readonly (keyof SummaryColumns)[]): string[] => [
  ...new Set(names.flatMap((name) => catalogueItemsOf(catalogue, name).map(({ page }) => page))),
];

/** The pages that any of the columns needs. */
export const pagesOfSummary = (catalogue: Catalogue): string[] => pagesOfColumns(catalogue, COLUMN_NAMES);

/** What a keyword is looked for in: both numbers of the case, patient, product and reaction. */
export const SEARCHED = [
  'case_no',
  'sender_case_id',
  'worldwide_id',
  'patient_name',
  'product_name',
  'ae_term',
] as const;

/** Separates columns in the search text; occurs in no keyword. */
export const SEARCH_SEPARATOR = '\u001F';

const maxSearchedLength = (name: (typeof SEARCHED)[number]): number => {
  const maxLength = name === 'case_no' ? Infinity : (MAX_LENGTHS[name] ?? MAX_CODE_LENGTH);
  return Number.isFinite(maxLength) ? maxLength : MAX_NUMBER_LENGTH;
};

/** Those columns folded, each in its place: a filter of one looks at its part alone. */
export const searchText = (caseNo: string, summary: CaseSummary): string => {
  const columns = { ...summary, case_no: caseNo };
  return SEARCHED.map((name) => shortened(fold(columns[name] ?? ''), maxSearchedLength(name))).join(
    SEARCH_SEPARATOR,
  );
};
