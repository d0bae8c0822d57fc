/** Formats of one table, each row an entry: what differs between them is data. */
import type { LoadedEntry } from '../entry.ts';
import type { TermWords } from '../words.ts';
import { columnMap } from './columnMap.ts';
import type { Format } from './format.ts';
import type { Row, Table } from './table.ts';

export interface OneTable {
  format: string;
  dictionary: string;
  about: string;
  assumed?: true;
  table: Table;
  /** columns that make up the code, one behind the other */
  code: string[];
  /** the columns of the term: the first that is not empty is the English or only one */
  term: string[];
  /** columns of the term in further languages */
  words?: Partial<Record<'ko' | 'ja' | 'zh', string>>;
  /** columns of the look-up dialog for the code, if the file has none */
  codeColumn?: string;
  /**
   * what becomes of a further row of a code: it is skipped, since the first one counts, or refused, since a page of an answer
   * is there twice; left out: a code may have any number of rows
   */
  furtherRows?: 'skipped' | 'refused';
}

/** The file MAP, a JSON of our own, may say how the columns are called in files whose layout is not public. */
const MAP: Table = {
  file: /\.map\.json$/i,
  shown: 'a column map (*.map.json)',
  optional: true,
  layout: { delimiter: ',', quoted: false },
  header: false,
  encodings: ['utf-8'],
  columns: [],
};

export const oneTable = (one: OneTable): Format => ({
  format: one.format,
  dictionary: one.dictionary,
  about: one.about,
  ...(one.assumed && { assumed: one.assumed }),
  tables: { rows: one.table, map: MAP },
  main: 'rows',
  entries: async function* entries(tables) {
    const [map] = tables.files('map');
    const table = map ? columnMap(map, one.table) : one.table;
    const seen = new Set<string>();
    for (const file of tables.files('rows'))
      for await (const row of tables.rows('rows', { file, as: table })) {
        const entry = entryOf(row, one);
        const isFurther = seen.has(entry.code);
        if (isFurther && one.furtherRows === 'skipped') continue;
        if (one.furtherRows) seen.add(entry.code);
        if (isFurther)
          tables.errors.add(
            row.file,
            row.line,
            `the code ${entry.code} stands in a row before: is a page here twice?`,
          );
        else if (entry.code === '' || entry.term.en === '')
          tables.errors.add(row.file, row.line, `has no ${entry.code === '' ? 'code' : 'term'}`);
        else yield entry;
      }
  },
});

function entryOf({ values }: Row, { code, term, words = {}, codeColumn }: OneTable): LoadedEntry {
  const made = code.map((column) => values[column] ?? '').join('');
  const inLanguages: TermWords = {
    en: term.map((column) => values[column] ?? '').find((text) => text !== '') ?? '',
  };
  for (const [language, column] of Object.entries(words)) {
    const text = values[column] ?? '';
    if (text !== '') inLanguages[language as keyof typeof words] = text;
  }
  return {
    code: made,
    term: inLanguages,
    current: true,
    parents: [],
    columns: filled(codeColumn === undefined ? values : { ...values, [codeColumn]: made }),
  };
}

/** What is empty is left out. */
export const filled = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''));
