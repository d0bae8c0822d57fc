/** What a look-up dialog of a dictionary shows and how it is searched: `schemas/dictionaries/*.dictionary.json`. */
import type { SourceText, Words } from './sources.types.ts';

export interface DictionaryColumn {
  /** as the loader of the dictionary calls it, e.g. `lltName` */
  column: string;
  label: Words;
  /** shown where the terms are searched in one of these languages only; left out: always */
  languages?: string[];
  /** false: kept and searched, never shown */
  shown?: boolean;
  /** shown where fields of the search have these values only; left out: always */
  shownFor?: Record<string, string>;
  /** holds the broader term of this level, 0 the nearest; left out: it is loaded */
  level?: number;
  /** pixels; left out: as wide as what it holds */
  width?: number;
}

/** A field of the search beside the keyword, e.g. the country of a drug. */
export interface DictionaryField {
  field: string;
  label: Words;
  /** `choice`: one of `codes`; `column`: one of the values that a column holds; `tick`: Y or empty */
  kind: 'choice' | 'column' | 'tick';
  /** of a choice or a column: the one that must hold what is asked for */
  column?: string;
  codes?: { code: string; label: Words }[];
  /** of a tick: at least one, or each, of these columns must hold this value */
  anyOf?: Record<string, string>;
  allOf?: Record<string, string>;
  /** the tick that cannot be set while this one is */
  excludes?: string;
}

/** How many characters a keyword has at least, by its script; specification 2-dialogs section 5. */
export interface DictionaryMinLength {
  /** without a digit and without CJK */
  other: number;
  /** with a digit */
  digit?: number;
  /** with a Korean, Japanese or Chinese character */
  cjk?: number;
}

export interface DictionaryDescriptor {
  $schema?: string;
  /** as items ask for it */
  dictionary: string;
  label: Words;
  /** its terms are the customer's to load: only an invented sample is shipped */
  licensed: boolean;
  /** false: there is one state of it, asked for as version `any` */
  versioned: boolean;
  /** the dictionary whose releases it searches; left out: its own */
  termsOf?: string;
  /** the code list of the product that answers until a release is loaded */
  codeList?: string;
  /** of those releases, the entries whose columns hold these values only */
  only?: Record<string, string>;
  columns: DictionaryColumn[];
  /** the columns that are stored and shown as the term */
  code: string;
  term: string;
  /** columns a keyword is looked for in */
  searched: string[];
  /** from the nearest broader term upwards, e.g. PT, HLT, HLGT, SOC; left out: it has no broader terms */
  levels?: Words[];
  fields?: DictionaryField[];
  minLength: DictionaryMinLength;
  /** can the whole term be asked for? */
  exactMatch?: boolean;
  /** what is typed may be taken as it is, as the value of this column */
  directInput?: string;
  /** recommendations may be asked for */
  aiSupport?: boolean;
  /** an entry is shown in a dialog of its own, so wide in pixels; left out: it is not */
  details?: { dialogWidth: number };
  /** of a code, so many leading characters are taken */
  codeLength?: number;
  /** the column whose value colours a row */
  tone?: string;
  /** pixels; left out: the usual size of a list dialog */
  dialogWidth?: number;
  /** pixels; left out: as high as its rows */
  tableHeight?: number;
}

const FOLDER = /^dictionaries\/[^/]+\.dictionary\.json$/;

/** By the name items ask for. The sources must be free of errors. */
export const dictionariesOf = (sources: readonly SourceText[]): Record<string, DictionaryDescriptor> =>
  Object.fromEntries(
    sources
      .filter(({ file }) => FOLDER.test(file))
      .map(({ text }) => JSON.parse(text) as DictionaryDescriptor)
      .map((descriptor) => [descriptor.dictionary, descriptor]),
  );

const CJK = /[\p{sc=Hangul}\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/u;

/** As much of a code as items hold. */
export const cutCode = ({ codeLength }: Pick<DictionaryDescriptor, 'codeLength'>, code: string): string =>
  codeLength === undefined ? code : [...code].slice(0, codeLength).join('');

/** How many characters this keyword needs at least; specification 2-dialogs section 5. */
export function minLengthOf({ minLength }: Pick<DictionaryDescriptor, 'minLength'>, keyword: string): number {
  const { other, digit = other, cjk = other } = minLength;
  if (CJK.test(keyword)) return cjk;
  return /\d/.test(keyword) ? digit : other;
}
