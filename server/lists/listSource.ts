/**
 * The source of a list: what an area defines in SQL. The descriptor `schemas/lists/{menuId}.list.json` has the labels and
 * filters of the columns; a test checks that `columns` has every column of it.
 */
import { sql, type RawBuilder } from 'kysely';
import type { ListCode, ListColumnSource } from '../../schemas/compile/lists.ts';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import type { SessionUser } from '../http/session.ts';
import type { Language } from '../http/language.ts';
import type { Trx } from '../storage/database.ts';

/** The reader of a list. */
export interface ListCaller {
  user: SessionUser;
  language: Language;
  /** `ICH`: no region */
  appendix: string;
  /** key of the subject of the list, e.g. a case; omitted by calls about its columns and filters only */
  of?: number | undefined;
  /** kind of the subject, if lists of several kinds have one source */
  kind?: string | undefined;
}

/** A reader at the time of reading, for columns that count days, with the catalogue of the sponsor. */
export interface ListReading extends ListCaller {
  now: Date;
  catalogue: CatalogueSource;
}

/** A code of a column with `codesOfSource`: in the reader's language, or in all. */
export interface SourceCode {
  code: string;
  label: string | LocalizedText;
}

/** A cell of a visible row. */
export interface LoadedCell {
  text: string;
  /** of a code column: its codes and their labels */
  codes?: { codes: readonly string[]; words: readonly string[] };
}

/** A part of a list that may depend on the reader and the time. */
export type OfReading<T> = T | ((reading: ListReading) => T);

type Tone = NonNullable<ListCode['tone']>;
type Value = RawBuilder<string | number | boolean | Date | readonly string[] | null>;

/** The rows whose text contains the text of a filter. */
interface TextRows {
  /** null: too many distinct texts for a condition */
  condition: RawBuilder<boolean> | null;
  /** rows that are not deleted, in and outside of the reader's scope */
  rows: number;
}

/** A column of the list itself, in SQL. */
export interface SourceColumn {
  /**
   * By the kind of the column: a text; a number; a date in E2B format; a timestamptz for dateTime; for a code column the
   * code, or an array (text[]) of several.
   */
  value: OfReading<Value>;
  /**
   * `value` is computed from these values, of which many rows have the same: figures count the rows by them, and compute once
   * for each. Made by `computedFrom` of the figures.
   */
  computedFrom?: {
    parts: readonly OfReading<RawBuilder<unknown>>[];
    value: (parts: readonly RawBuilder<never>[], reading: ListReading) => Value;
  };
  /** The items of cases that the value is made of: who may not see one of them does not have the column. */
  items?: (catalogue: Catalogue) => readonly string[];
  /** sort key, if it is not `value`; names the expression of an index */
  order?: RawBuilder<unknown>;
  /** never null: sorting needs no second query for the rows without a value */
  notNull?: true;
  /**
   * Replaces the order by `value`: conditions that divide the rows into ranks, first rank first, and what orders the rows of
   * one rank. They are read rank by rank, so that an index finds those of the first ranks, which fill most pages.
   */
  ranks?: (reading: ListReading) => { rows: RawBuilder<boolean>[]; within: RawBuilder<unknown> | null };
  /** `fastPaths.preCounted` has this column, too */
  preCounted?: true;
  /** Replaces the comparison of `value` with any of these codes, for an array or an index. */
  oneOf?: (codes: readonly string[], reading: ListReading) => RawBuilder<boolean>;
  /** Replaces the comparison of `value` with a part of a text, folded as in searches. */
  contains?: (text: string, reading: ListReading) => RawBuilder<boolean>;
  /** `search` also finds every text of this column, so `fastPaths.candidates` may be used for its filter */
  inSearch?: true;
  /** Finds the rows whose text contains `text` (folded) by the distinct texts of the column; omitted if they are not counted. */
  findTextRows?: (trx: Trx, text: string) => Promise<TextRows>;
  /**
   * Counts the rows with any of these codes that are not deleted, for a reader who sees all rows; for a column whose codes
   * are counted faster than by `oneOf`.
   */
  countCodes?: (trx: Trx, codes: readonly string[], reading: ListReading) => Promise<number>;
  /** Replaces the comparison of `value` with a range of numbers: inclusive, null for open. */
  between?: (from: number | null, to: number | null, reading: ListReading) => RawBuilder<boolean>;
  /** the codes of a column with `codesOfSource` */
  codes?: (trx: Trx, reading: ListReading) => Promise<SourceCode[]> | SourceCode[];
  /** the tones of codes of a column with `codesOfSource` */
  tones?: (reading: ListReading) => Readonly<Record<string, Tone>>;
  /**
   * Loads cells by row key that are too expensive for all rows, or not expressible in SQL: once for the rows of a
   * page or of a portion of a file. `value` then only serves filters and sorting.
   */
  loadCells?: (
    trx: Trx,
    reading: ListReading,
    rowKeys: readonly string[],
  ) => Promise<ReadonlyMap<string, LoadedCell>>;
}

export interface ListSource {
  /** id of the descriptor */
  menuId: string;
  /**
   * Resolves the list for its subject (`reading.of`), e.g. the audit trail of one case. Throws 404 if the reader has
   * no such subject. Omitted if the list has no subject.
   */
  scopeTo?: (trx: Trx, reading: ListReading) => Promise<ListSource>;
  /**
   * Opens the transaction to rows of every sponsor, for lists of the system administration. Omitted: only those of the
   * caller's sponsor.
   */
  openToAll?: (trx: Trx) => Promise<unknown>;
  /** after `from`: tables with the aliases that the columns use */
  from: OfReading<RawBuilder<unknown>>;
  /**
   * Joined to `from`, each by its alias, none of which leaves out or repeats a row, or names another. A query joins those that
   * it names: the database would compute a lateral one for each row that is counted, and does not remove every other.
   */
  joins?: Readonly<Record<string, OfReading<RawBuilder<unknown>>>>;
  /**
   * Where rows were counted once and do not change: a table by the alias of `from`, how many rows of the list each has, and the
   * columns that it has. Figures read it instead where they need no other column and their reader sees all rows.
   */
  counted?: { from: RawBuilder<unknown>; rows: RawBuilder<number>; columns: readonly string[] };
  /** condition of all rows that the reader may see: tenant first, then row scope */
  scope: (reading: ListReading) => RawBuilder<boolean>;
  /** unique, and from one row of `from`: the last term of every order */
  key: RawBuilder<string | number>;
  /** A condition that the rows with these keys pass and an index answers; omitted: `key` is an indexed column. */
  hasKeyIn?: (keys: readonly string[]) => RawBuilder<boolean>;
  columns: Readonly<Record<string, SourceColumn>>;
  /** a column of the descriptor that is not in `columns`: one that a sponsor has published */
  otherColumn?: (column: ListColumnSource) => SourceColumn;
  /** the keys of rows are those of cases, of which reports can be made */
  rowsAreCases?: true;
  /** the column whose text names a row to users, e.g. a case number */
  name: string;
  /** rows that contain all of these folded words; omitted if the list has no keyword */
  search?: (words: readonly string[], reading: ListReading) => RawBuilder<boolean>;
  /**
   * The filter in parameters of the call that only this list has. It replaces the user's own filters; null without such
   * parameters.
   */
  presetFilter?: (
    query: Readonly<Record<string, unknown>>,
    reading: ListReading,
  ) => RawBuilder<boolean> | null;
  /**
   * A further condition in parameters of the call that only this list has, beside the user's filters; null without such
   * parameters.
   */
  narrow?: (
    trx: Trx,
    query: Readonly<Record<string, unknown>>,
    reading: ListReading,
  ) => Promise<RawBuilder<boolean> | null>;
  /** marked as deleted; omitted if rows never are */
  deleted?: RawBuilder<boolean>;
  /** the opposite, if an index needs another expression than `not deleted` */
  notDeleted?: RawBuilder<boolean>;
  /** alias in `from` with `sponsor_key` and `case_key` of the case whose items may be columns; omitted: none may */
  caseAlias?: string;
  /** what a reader may do with a row from the list, by name: conditions */
  may?: Readonly<Record<string, (reading: ListReading) => RawBuilder<boolean>>>;
  /** the address that a row opens; omitted: none */
  open?: RowLink;
  fastPaths?: FastPaths;
}

/** A list for a reader. */
export interface OpenedList {
  source: ListSource;
  caller: ListCaller;
}

export interface RowLink {
  /** further values of a row that `path` needs */
  values?: Readonly<Record<string, RawBuilder<string | number | null>>>;
  /** below the prefix of the main area; receives `rowKey` and `values` */
  path: (values: Readonly<Record<string, string | null>>) => string | null;
}

/** Faster ways to the same rows and counts, for lists of millions of rows. */
interface FastPaths {
  /** A condition for the rows that contain all of these folded texts, if an index finds few of them at once; otherwise null. */
  candidates?: (trx: Trx, texts: readonly string[]) => Promise<RawBuilder<boolean> | null>;
  /**
   * Maintained totals of rows that are not deleted: after `from`, with the same alias, the columns marked `preCounted`
   * and those of the row scope, one row for `cases` rows of the list.
   */
  preCounted?: {
    from: RawBuilder<unknown>;
    cases: RawBuilder<number>;
  };
  /**
   * Whether this reader sees every case that is the newest version and not deleted, so that values are counted without
   * joining their cases.
   */
  itemCounts?: (reading: ListReading) => boolean;
}

/** A part of a source that may depend on the reader and the time. */
export const resolve = <T>(part: OfReading<T>, reading: ListReading): T =>
  typeof part === 'function' ? (part as (reading: ListReading) => T)(reading) : part;

/** The key of rows that several values tell apart, none with a space but the last: an index on the first finds rows by it. */
export const composedKey = (
  first: RawBuilder<unknown>,
  ...further: readonly RawBuilder<unknown>[]
): Required<Pick<ListSource, 'key' | 'hasKeyIn'>> => ({
  key: sql<string>`(${sql.join([first, ...further], sql` || ' ' || `)})`,
  hasKeyIn: (keys) => sql<boolean>`${first} = any(${keys.map((key) => key.slice(0, key.indexOf(' ')))})`,
});

/** The tables of a list, with those of its joins that this part of a query names. */
export function tablesFor(
  trx: Trx,
  {
    source: { from, joins = {} },
    reading,
  }: { source: Pick<ListSource, 'from' | 'joins'>; reading: ListReading },
  part: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const further = Object.entries(joins);
  const text = further.length > 0 ? part.compile(trx).sql : '';
  const named = further.flatMap(([alias, join]) => (new RegExp(`\\b${alias}"?\\.`).test(text) ? join : []));
  return sql.join(
    [from, ...named].map((table) => resolve(table, reading)),
    sql` `,
  );
}

/** The list of the subject of a call. Without a subject, a list that needs one has no rows. */
export const scopedTo = async (trx: Trx, source: ListSource, reading: ListReading): Promise<ListSource> =>
  source.scopeTo && reading.of !== undefined ? source.scopeTo(trx, reading) : source;
