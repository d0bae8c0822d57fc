/** What lists show of a case and the masters it names, found by the roles of the catalogue. */
import type { Catalogue, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import type { RowPath } from '../../../shared/case/itemAddress.ts';
import { caseReader } from '../../../shared/expressions/caseReader.ts';
import type { CaseReader } from '../../../shared/expressions/caseReader.types.ts';
import type { CaseSummary } from '../../storage/tables.ts';
import type { NamedMasters } from './caseLinks.store.ts';
import { fold } from '../../../shared/text/fold.ts';

/** Code of a drug that the reporter suspects (E2B code list of drug roles). */
const SUSPECT = '1';
/** What a reaction is called, best first: the reporter's words, their translation, the code. */
const REACTION_WORDS = ['reactionVerbatim', 'reactionTranslation', 'reactionTerm'] as const;
/** Seriousness is said by several items, whose roles begin with this word. */
const SERIOUSNESS = 'serious';

interface Facts {
  /** what is said of the item with that role, outside of rows or in one */
  said: (role: string, rows?: RowPath) => string | null;
  /** live rows of the group with that role, in list order */
  rows: (groupRole: string) => readonly RowPath[];
  /** roles of the catalogue that begin with a word */
  rolesOf: (prefix: string) => readonly string[];
}

type Told = CaseSummary & NamedMasters;

interface Column<Name extends keyof Told> {
  /** roles, or beginnings of roles, of the items it is made of */
  from: readonly string[];
  tell: (facts: Facts) => Told[Name];
}

/** The first that says anything. */
const first = (...said: (string | null | undefined)[]): string | null => said.find((text) => text) ?? null;

const COLUMNS: { [Name in keyof Told]: Column<Name> } = {
  sender_case_id: { from: ['caseNumber'], tell: ({ said }) => said('caseNumber') },
  worldwide_id: { from: ['worldwideId'], tell: ({ said }) => said('worldwideId') },
  report_type: { from: ['typeOfReport'], tell: ({ said }) => said('typeOfReport') },
  patient_name: { from: ['patientInitials'], tell: ({ said }) => said('patientInitials') },
  age: { from: ['ageNumber', 'ageUnit'], tell: ({ said }) => age(said('ageNumber'), said('ageUnit')) },
  sex: { from: ['sex'], tell: ({ said }) => said('sex') },
  product_name: { from: ['drugName', 'drugRole'], tell: productName },
  ae_term: {
    from: REACTION_WORDS,
    tell: ({ said, rows }) => {
      const [reaction] = rows('reactions');
      return reaction ? first(...REACTION_WORDS.map((role) => said(role, reaction))) : null;
    },
  },
  ae_start_date: {
    from: ['reactionStart'],
    tell: ({ said, rows }) =>
      first(
        ...rows('reactions')
          .slice(0, 1)
          .map((row) => said('reactionStart', row)),
      ),
  },
  country: { from: ['reactionCountry', 'reporterCountry', 'primarySource'], tell: country },
  serious: {
    from: [SERIOUSNESS],
    tell: ({ said, rows, rolesOf }) =>
      rows('reactions').some((row) => rolesOf(SERIOUSNESS).some((role) => said(role, row) === 'true')),
  },
  first_received: { from: ['firstReceived'], tell: ({ said }) => said('firstReceived') },
  most_recent: { from: ['mostRecentInformation'], tell: ({ said }) => said('mostRecentInformation') },
  nullification: { from: ['nullificationAmendment'], tell: ({ said }) => said('nullificationAmendment') },
  product_keys: {
    from: ['drugName'],
    tell: ({ said, rows }) => rows('drugs').flatMap((row) => said('drugName', row) ?? []),
  },
  study_keys: {
    from: ['sponsorStudyNumber'],
    tell: ({ said }) => [said('sponsorStudyNumber') ?? []].flat(),
  },
};

const COLUMN_NAMES = Object.keys(COLUMNS) as (keyof Told)[];

const age = (number: string | null, unit: string | null): string | null =>
  number === null ? null : first([number, unit].filter(Boolean).join(' '));

function productName({ said, rows }: Facts): string | null {
  const drugs = rows('drugs');
  const suspect = drugs.find((row) => said('drugRole', row) === SUSPECT) ?? drugs[0];
  return suspect ? said('drugName', suspect) : null;
}

/** Where the first reaction happened, else where the primary source (or the first one) is. */
function country({ said, rows }: Facts): string | null {
  const reporters = rows('reporters');
  const primary = reporters.find((row) => said('primarySource', row)) ?? reporters[0];
  const [reaction] = rows('reactions');
  return first(reaction && said('reactionCountry', reaction), primary && said('reporterCountry', primary));
}

function factsOf(catalogue: Catalogue, reader: CaseReader): Facts {
  return {
    said: (role, rows = []) => reader.item(catalogue.roles[role] ?? '', rows)?.value ?? null,
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
const LONGEST: Partial<Record<keyof Told, number>> = {
  patient_name: 60,
  product_name: 250,
  ae_term: 250,
  sender_case_id: Infinity,
  worldwide_id: Infinity,
};
const LONGEST_CODE = 40;
/** of each of the numbers, in the text that is searched */
const LONGEST_NUMBER = 100;

const shortened = (text: string, longest: number): string =>
  text.length > longest ? [...text].slice(0, longest).join('') : text;

const cut = (name: keyof Told, value: Told[keyof Told]): Told[keyof Told] =>
  typeof value === 'string' ? shortened(value, LONGEST[name] ?? LONGEST_CODE) : value;

/** All summary columns of a case, and what it calls its masters; `content` must hold the pages of the columns that are used. */
export function summaryOf(catalogue: Catalogue, content: CaseContent): Told {
  const facts = factsOf(catalogue, caseReader(catalogue, content));
  return Object.fromEntries(
    COLUMN_NAMES.map((name) => [name, cut(name, COLUMNS[name].tell(facts))]),
  ) as unknown as Told;
}

const itemsOf = (catalogue: Catalogue, name: keyof Told): CatalogueItem[] =>
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
): (keyof Told)[] =>
  COLUMN_NAMES.filter((name) =>
    itemsOf(catalogue, name).some(
      (item) => items.has(item.itemId) || item.groups.some((group) => groups.has(group)),
    ),
  );

/** The pages that have to be read for these columns. */
export const pagesOfColumns = (catalogue: Catalogue, names: readonly (keyof Told)[]): string[] => [
  ...new Set(names.flatMap((name) => itemsOf(catalogue, name).map(({ page }) => page))),
];

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

const longestSearched = (name: (typeof SEARCHED)[number]): number => {
  const longest = name === 'case_no' ? Infinity : (LONGEST[name] ?? LONGEST_CODE);
  return Number.isFinite(longest) ? longest : LONGEST_NUMBER;
};

/** Those columns folded, each in its place: a filter of one looks at its part alone. */
export const searchText = (caseNo: string, summary: CaseSummary): string => {
  const columns = { ...summary, case_no: caseNo };
  return SEARCHED.map((name) => shortened(fold(columns[name] ?? ''), longestSearched(name))).join(
    SEARCH_SEPARATOR,
  );
};
