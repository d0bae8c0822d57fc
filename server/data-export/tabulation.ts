/**
 * The summary tabulation of periodic reports: reactions by system organ class and preferred term, serious or not, expected
 * or not. A reaction is counted once in each case that it is a row of.
 */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { RowPath } from '../../shared/case/itemAddress.ts';
import { caseReader } from '../../shared/expressions/caseReader.ts';
import type { CaseReader } from '../../shared/expressions/caseReader.types.ts';
import type { XlsxCell } from '../files/xlsx.ts';
import type { Language } from '../http/language.ts';
import type { FileColumn, FiledCase } from './fileLayout.ts';
import words from './words.json' with { type: 'json' };

/** Terms may have one name in a language: the code tells them apart. */
export interface NamedTerm {
  code: string;
  name: string;
}

/** The preferred term and its system organ class; null: the code is in no dictionary that is loaded. */
export type ClassOf = (code: string) => Promise<{ term: NamedTerm; organClass: NamedTerm } | null>;

const SERIOUSNESS = [
  'seriousDeath',
  'seriousLifeThreatening',
  'seriousHospitalisation',
  'seriousDisabling',
  'seriousCongenital',
  'seriousOther',
];
const EXPECTEDNESS = 'expectedness';
const TERM = 'reactionTerm';

type Roles = Pick<Catalogue, 'roles' | 'items'>;

const itemOf = ({ roles, items }: Roles, role: string): CatalogueItem | undefined => items[roles[role] ?? ''];

/**
 * The items that the tabulation reads, as far as the user may see them. Without all criteria of seriousness a reaction without
 * one is not known to be not serious: nothing is divided by it.
 */
export const tabulatedItems = (catalogue: Roles, mayRead: (itemId: string) => boolean): CatalogueItem[] =>
  [TERM, ...SERIOUSNESS, EXPECTEDNESS]
    .flatMap((role) => itemOf(catalogue, role) ?? [])
    .filter(({ itemId }) => mayRead(itemId));

/** Names terms: those that share a name with another one by their code, too. */
function wordsOf(terms: readonly NamedTerm[]): (term: NamedTerm) => string {
  const codes = Map.groupBy(terms, ({ name }) => name);
  return ({ code, name }) =>
    codes.get(name)?.some((other) => other.code !== code) ? `${name} (${code})` : name;
}

const CONCLUSIONS = ['expected', 'unexpected', 'notAssessed'] as const;
type Conclusion = (typeof CONCLUSIONS)[number];
/** Without an answer to a criterion a reaction may be serious: it is counted apart (decision 0616). */
const SERIOUS = ['serious', 'notSerious', 'seriousnessOpen'] as const;
type Seriousness = (typeof SERIOUS)[number];

interface Line {
  organClass: NamedTerm;
  /** null: the line of the class */
  term: NamedTerm | null;
  /** by names of columns */
  reactions: Map<string, number>;
  cases: number;
}

interface TabulationOptions {
  catalogue: Catalogue;
  items: readonly CatalogueItem[];
  language: Language;
  classOf: ClassOf;
}

export interface Tabulation {
  columns: readonly FileColumn[];
  add: (filed: FiledCase) => Promise<void>;
  /** classes by name, each with its terms below it, and the total at the end */
  rows: () => XlsxCell[][];
}

export function tabulation({ catalogue, items, language, classOf }: TabulationOptions): Tabulation {
  const word = (key: keyof typeof words): string => words[key][language];
  const readable = new Set(items.map(({ itemId }) => itemId));
  const readItem = (role: string): CatalogueItem | undefined => {
    const item = itemOf(catalogue, role);
    return item && readable.has(item.itemId) ? item : undefined;
  };
  const term = readItem(TERM);
  const seriousness = SERIOUSNESS.flatMap((role) => readItem(role) ?? []);
  const isDivided =
    seriousness.length === SERIOUSNESS.flatMap((role) => itemOf(catalogue, role) ?? []).length;
  const expectedness = readItem(EXPECTEDNESS);
  const conclusions = expectedness ? CONCLUSIONS : (['notAssessed'] as const);
  const lines = new Map<string, Line>();
  const lineOf = (organClass: NamedTerm, term: NamedTerm | null): Line => {
    const key = JSON.stringify([organClass.code, term?.code]);
    const line = lines.get(key) ?? { organClass, term, reactions: new Map(), cases: 0 };
    lines.set(key, line);
    return line;
  };
  const notCoded: NamedTerm = { code: '', name: word('tabulation.notCoded') };
  const total: Line = { organClass: notCoded, term: null, reactions: new Map(), cases: 0 };

  const seriousnessOf = (reader: CaseReader, path: RowPath): Seriousness => {
    const answers = seriousness.map(({ itemId }) => reader.item(itemId, path));
    if (answers.some((answer) => answer?.value === 'true')) return 'serious';
    const isOpen = answers.some((answer) => !answer || (answer.value === null && answer.nullFlavor === null));
    return isOpen ? 'seriousnessOpen' : 'notSerious';
  };

  /** Unexpected for one drug is unexpected. */
  const conclusionOf = (reader: CaseReader, [reaction = 0]: RowPath): Conclusion => {
    const group = expectedness?.groups.at(-1);
    if (!expectedness || group === undefined) return 'notAssessed';
    const outer = expectedness.groups.at(-2);
    const pairs = (outer === undefined ? [[]] : reader.rows(outer, [])).map((path) => [...path, reaction]);
    const given = new Set(pairs.map((path) => reader.item(expectedness.itemId, path)?.value));
    const codes = expectedness.expectedness;
    if (!codes) return 'notAssessed';
    return given.has(codes.unexpected)
      ? 'unexpected'
      : given.has(codes.expected)
        ? 'expected'
        : 'notAssessed';
  };

  const nameOf = (serious: Seriousness | null, conclusion: Conclusion): string =>
    serious === null ? conclusion : `${serious}_${conclusion}`;
  const columns = (isDivided ? SERIOUS : [null]).flatMap((serious) =>
    conclusions.flatMap((conclusion) => {
      const words = [
        ...(serious ? [word(`tabulation.${serious}`)] : []),
        ...(expectedness ? [word(`tabulation.${conclusion}`)] : []),
      ];
      // a column of all reactions is there anyway
      return words.length === 0 ? [] : [{ name: nameOf(serious, conclusion), label: words.join(', ') }];
    }),
  );
  const number = (name: string, label: string): FileColumn => ({ name, label, isNumber: true });
  return {
    columns: [
      { name: 'soc', label: word('tabulation.class'), isNumber: false },
      { name: 'pt', label: word('tabulation.term'), isNumber: false },
      ...columns.map(({ name, label }) => number(name, label)),
      number('reactions', word('tabulation.reactions')),
      number('cases', word('tabulation.cases')),
    ],
    add: async ({ content }) => {
      const reader = caseReader(catalogue, content);
      const counted = new Set<Line>();
      for (const path of reader.rows(catalogue.groupRoles['reactions'] ?? '', [])) {
        const code = term ? (reader.item(term.itemId, path)?.value ?? null) : null;
        const found = code === null ? null : await classOf(code);
        // what is not coded has no class, but its reaction is counted
        const organClass = found?.organClass ?? notCoded;
        const preferred = found?.term ?? (code === null ? notCoded : { code, name: code });
        const serious = isDivided ? seriousnessOf(reader, path) : null;
        const column = nameOf(serious, conclusionOf(reader, path));
        // without terms there is the total alone
        const ofTerm = term ? [lineOf(organClass, null), lineOf(organClass, preferred)] : [];
        for (const line of [total, ...ofTerm]) {
          line.reactions.set(column, (line.reactions.get(column) ?? 0) + 1);
          counted.add(line);
        }
      }
      for (const line of counted) line.cases += 1;
    },
    rows: () => {
      const order = new Intl.Collator(language);
      const byName = (a: NamedTerm | null, b: NamedTerm | null): number =>
        order.compare(a?.name ?? '', b?.name ?? '') || order.compare(a?.code ?? '', b?.code ?? '');
      const sorted = [...lines.values()].toSorted(
        (a, b) =>
          byName(a.organClass, b.organClass) ||
          Number(a.term !== null) - Number(b.term !== null) ||
          byName(a.term, b.term),
      );
      const classWords = wordsOf(sorted.map((line) => line.organClass));
      const termWords = wordsOf(sorted.flatMap((line) => line.term ?? []));
      return [...sorted, total].map((line) => {
        return [
          line === total ? word('tabulation.total') : classWords(line.organClass),
          line.term ? termWords(line.term) : line === total ? '' : word('tabulation.all'),
          ...columns.map(({ name }) => line.reactions.get(name) ?? 0),
          [...line.reactions.values()].reduce((sum, count) => sum + count, 0),
          line.cases,
        ];
      });
    },
  };
}
