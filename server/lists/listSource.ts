/**
 * Where the rows of a list come from: what an area says of its list, all in SQL. What the columns are called and how they
 * are filtered says the descriptor `schemas/lists/{menuId}.list.json`; every column of it is in `columns`, which a test checks.
 */
import type { RawBuilder } from 'kysely';
import type { ListCode } from '../../schemas/compile/lists.ts';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import type { SessionUser } from '../http/session.ts';
import type { Language } from '../http/language.ts';
import type { Trx } from '../storage/database.ts';

/** Who reads a list. */
export interface ListCaller {
  user: SessionUser;
  language: Language;
  /** `ICH`: no region */
  appendix: string;
  /** key of what the list is of, where it is of something: of a case. Left out: its columns and filters alone are asked for */
  of?: number | undefined;
}

/** The same at the moment of reading, for columns that count days; and the catalogue of the sponsor. */
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
export interface ToldCell {
  text: string;
  /** of a code column: its codes, and the word of each */
  codes?: { codes: readonly string[]; words: readonly string[] };
}

type Tone = NonNullable<ListCode['tone']>;
type Value = RawBuilder<string | number | boolean | Date | readonly string[] | null>;

/** A column of the list's own in SQL. */
export interface SourceColumn {
  /**
   * By the column's kind: a text; a number; a date as E2B writes it; a moment (timestamptz) of a dateTime; of a code column
   * the code, or several as an array (text[]).
   */
  value: Value | ((reading: ListReading) => Value);
  /** what it is sorted by, where that is not `value`; a column with an index names it here */
  order?: RawBuilder<unknown>;
  /** never null: the order needs no second look for the rows that have none */
  filled?: true;
  /** the column is counted in `preCounted` of the source, too */
  counted?: true;
  /**
   * Conditions in place of comparing `value`, where something else finds the rows faster or `value` is an array: has it
   * any of these codes or values ...
   */
  is?: (codes: readonly string[], reading: ListReading) => RawBuilder<boolean>;
  /** ... does it hold the text (folded as searches compare) ... */
  holds?: (text: string, reading: ListReading) => RawBuilder<boolean>;
  /** whatever it holds, `search` finds, too: an index may do so first (`few`) */
  searched?: true;
  /** ... does the number lie in the range, ends included, null open? */
  within?: (from: number | null, to: number | null, reading: ListReading) => RawBuilder<boolean>;
  /** the codes of a column with `codesOfSource` */
  codes?: (trx: Trx, reading: ListReading) => Promise<SourceCode[]> | SourceCode[];
  /** how codes of a column with `codesOfSource` stand out */
  tones?: (reading: ListReading) => Readonly<Record<string, Tone>>;
  /**
   * Loads cells by row key that are too expensive for all rows, or not expressible in SQL: once for the rows of a
   * page or of a portion of a file. `value` then only serves filters and sorting.
   */
  told?: (
    trx: Trx,
    reading: ListReading,
    rowKeys: readonly string[],
  ) => Promise<ReadonlyMap<string, ToldCell>>;
}

export interface ListSource {
  /** names the descriptor */
  menuId: string;
  /**
   * Resolves the list for its subject (`reading.of`), e.g. the audit trail of one case. Throws 404 if the reader has
   * no such subject. Omitted if the list has no subject.
   */
  bind?: (trx: Trx, reading: ListReading) => Promise<ListSource>;
  /** after `from`: tables with the aliases that the columns use */
  from: RawBuilder<unknown> | ((reading: ListReading) => RawBuilder<unknown>);
  /** what always holds: tenant first, then row scope */
  always: (reading: ListReading) => RawBuilder<boolean>;
  /** unique, and of one row of `from`: the last word of every order */
  key: RawBuilder<string | number>;
  columns: Readonly<Record<string, SourceColumn>>;
  /** the column whose text names a row to people, e.g. a case number */
  name: string;
  /** rows that hold all of these folded words; left out: the list has no keyword */
  search?: (words: readonly string[], reading: ListReading) => RawBuilder<boolean>;
  /**
   * What a call asks besides what every list asks (its query holds more). Where it asks so, the user's own filters are set
   * aside; null: it does not.
   */
  narrowed?: (query: Readonly<Record<string, unknown>>, reading: ListReading) => RawBuilder<boolean> | null;
  /**
   * Rows that hold all of these folded texts where they are few and an index finds them at once, as a condition; null: they
   * are many, or no index helps. Left out: there is no such index.
   */
  few?: (trx: Trx, texts: readonly string[]) => Promise<RawBuilder<boolean> | null>;
  /** marked as deleted; left out: no row ever is */
  deleted?: RawBuilder<boolean>;
  /** the opposite, where an index wants it said otherwise than `not deleted` */
  kept?: RawBuilder<boolean>;
  /** alias in `from` with `sponsor_key` and `case_key` of the case whose items may be columns. Left out: none may */
  caseAlias?: string;
  /**
   * Does this reader see every case that is the newest version and not deleted? Then values of items are counted without
   * their cases. Left out: no
   */
  allListed?: (reading: ListReading) => boolean;
  /**
   * What is there of rows that are not deleted, counted: after `from`, under the same alias and with the columns marked
   * `counted`, one row for `cases` rows of the list. `holds`: does it tell what this reader sees? Left out: rows are counted.
   */
  counted?: {
    from: RawBuilder<unknown>;
    cases: RawBuilder<number>;
    holds: (reading: ListReading) => boolean;
  };
  /** further values a row's address is made of, by the names `link` uses */
  linkValues?: Readonly<Record<string, RawBuilder<string | number | null>>>;
  /** where a row opens, below the prefix of the main area; `rowKey` and `linkValues`. Left out: nowhere */
  link?: (values: Readonly<Record<string, string | null>>) => string | null;
}

/** A part of a source that may depend on who reads when. */
export const at = <T>(part: T | ((reading: ListReading) => T), reading: ListReading): T =>
  typeof part === 'function' ? (part as (reading: ListReading) => T)(reading) : part;

/** The list that a call asks for; one that is of something, while nothing is named, lists nothing. */
export const bound = async (trx: Trx, source: ListSource, reading: ListReading): Promise<ListSource> =>
  source.bind && reading.of !== undefined ? source.bind(trx, reading) : source;
