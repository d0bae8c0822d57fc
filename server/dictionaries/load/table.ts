/** How one file of a dictionary is laid out, as data. */
import type { Encoding } from './sourceFile.ts';

/** What the text of a column must be. */
export interface Check {
  pattern: RegExp;
  /** for the operator, e.g. `8 digits` */
  means: string;
}

export interface Column {
  /** as the loader calls it; for a column of the look-up dialog, its name there. Empty: it is of no use */
  name: string;
  /** what a header may call it; left out: its name */
  headers?: string[];
  check?: Check;
  /** the file may have no such column */
  optional?: true;
}

export interface Delimited {
  delimiter: '$' | ',' | '\t' | ';' | '|';
  /** fields may stand in double quotes (RFC 4180) */
  quoted: boolean;
  /** each line also ends with the delimiter */
  closed?: true;
}

export interface Table {
  /** a pattern of its name without the folder */
  file: RegExp;
  /** its name for the operator */
  shown: string;
  optional?: true;
  /** several files may make it up, e.g. the pages of a call */
  many?: true;
  /** of a delimited file. `records`: the same rows may also come as JSON or XML */
  layout: Delimited;
  records?: true;
  /** false: columns are known by their position */
  header: boolean;
  /** without a header: a line may have more fields than `columns`, as many as the first line has */
  more?: true;
  encodings: Encoding[];
  columns: Column[];
}

/** A row whose fields are as the table says. */
export interface Row {
  file: string;
  line: number;
  /** by name of the column, trimmed; a column that the file does not have is empty */
  values: Record<string, string>;
}

export const FILLED: Check = { pattern: /\S/, means: 'a text' };
export const YES_NO: Check = { pattern: /^[YN]$/, means: 'Y or N' };
export const DIGITS: Check = { pattern: /^\d+$/, means: 'digits' };

/** Columns by position; those in `checks` are checked. */
export const columns = (names: string, checks: Record<string, Check> = {}): Column[] =>
  names.split(' ').map((name) => {
    const check = checks[name];
    return check ? { name, check } : { name };
  });
