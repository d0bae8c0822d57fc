/** Where the rows of a list come from: what an area says of its list, and all that it says in SQL. */
import type { RawBuilder } from 'kysely';
import type { SessionUser } from '../http/session.ts';
import type { Language } from '../http/language.ts';

/** Who reads a list. */
export interface ListCaller {
  user: SessionUser;
  language: Language;
  /** `ICH`: no region */
  appendix: string;
}

/** A column of the list's own in SQL. */
export interface SourceColumn {
  /** What is shown, or the code that words are found for; several codes as an array. */
  value: RawBuilder<string | readonly string[] | null>;
  /** what it is sorted by, where that is not `value`; a column with an index names it here */
  order?: RawBuilder<unknown>;
  /** never null: the order needs no `nulls last`, so that an index can give it */
  filled?: true;
}

export interface ListSource {
  /** names the descriptor `schemas/lists/{menuId}.list.json`; every column of it is in `columns` */
  menuId: string;
  /** after `from`: tables with the aliases that the columns use */
  from: (caller: ListCaller) => RawBuilder<unknown>;
  /** what always holds: tenant first, then row scope */
  always: (caller: ListCaller) => RawBuilder<boolean>;
  /** unique: the last word of every order, newest first */
  key: RawBuilder<string | number>;
  columns: Readonly<Record<string, SourceColumn>>;
  /** rows that hold all of these folded words; left out: the list has no keyword */
  search?: (words: readonly string[], caller: ListCaller) => RawBuilder<boolean>;
  /** marked as deleted; left out: no row ever is */
  deleted?: RawBuilder<boolean>;
  /** the case whose items may be columns; `sponsor_key` and `case_key` of it. Left out: none may */
  caseAlias?: string;
  /** further values a row's address is made of, by the names `link` uses */
  linkValues?: Readonly<Record<string, RawBuilder<string | number | null>>>;
  /** where a row opens, below the prefix; `linkValues` with `rowKey` */
  link?: (values: Readonly<Record<string, string | null>>) => string | null;
}
