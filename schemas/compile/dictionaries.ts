/** Display and search of a dictionary in look-up dialogs: `schemas/dictionaries/*.dictionary.json`. */
import { nameTable } from './nameTable.ts';
import type { SourceText, LocalizedText } from './sources.types.ts';

export interface DictionaryColumn {
  /** its name in the loader of the dictionary, e.g. `lltName` */
  column: string;
  label: LocalizedText;
  /** shown only if one of these languages is searched; default: always */
  languages?: string[];
  /** false: stored and searched, never shown */
  shown?: boolean;
  /** shown only if fields of the search have these values; default: always */
  shownFor?: Record<string, string>;
  /** contains the broader term of this level, 0 the nearest; default: loaded from the file */
  level?: number;
  /** pixels; default: width of the content */
  width?: number;
}

/** A search field besides the keyword, e.g. the country of a drug. */
export interface DictionaryField {
  field: string;
  label: LocalizedText;
  /** `choice`: one of `codes`; `column`: one of the values of a column; `tick`: Y or empty */
  kind: 'choice' | 'column' | 'tick';
  /** of a choice or a column: the column that must match */
  column?: string;
  codes?: { code: string; label: LocalizedText }[];
  /** of a column: the code list that names its values; default: they name themselves */
  codeList?: string;
  /** of a column: role of the item whose first value in the case a search begins with */
  begins?: string;
  /** of a tick: at least one, or each, of these columns must have this value */
  anyOf?: Record<string, string>;
  allOf?: Record<string, string>;
  /** a tick that excludes this one */
  excludes?: string;
}

/** Minimum length of a keyword by script; specification 2-dialogs section 5. */
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
  /** the name that items refer to */
  dictionary: string;
  /** further names, each with the fields that it sets; e.g. the names of calls in the specification */
  aliases?: Record<string, Record<string, string>>;
  label: LocalizedText;
  /** its terms are loaded by the customer: only an invented sample is delivered */
  licensed: boolean;
  /** false: it has one state, requested as version `any` */
  versioned: boolean;
  /** the dictionary whose releases it searches; default: its own */
  termsOf?: string;
  /** the code list of the product that answers until a release is loaded */
  codeList?: string;
  /** restricts those releases to entries with these column values */
  only?: Record<string, string>;
  columns: DictionaryColumn[];
  /** the columns stored and shown as the term */
  code: string;
  term: string;
  /** columns searched for the keyword */
  searched: string[];
  /** from the nearest broader term upwards, e.g. PT, HLT, HLGT, SOC; default: no broader terms */
  levels?: LocalizedText[];
  /** the level whose term replaces a code in listings, 0 the nearest; default: the term of the code itself */
  preferred?: number;
  fields?: DictionaryField[];
  minLength: DictionaryMinLength;
  /** supports matching the whole term */
  exactMatch?: boolean;
  /** typed text can be used unchanged, as the value of this column */
  directInput?: string;
  /** supports recommendations */
  aiSupport?: boolean;
  /** an entry has a details dialog of this width in pixels; default: none */
  details?: { dialogWidth: number };
  /** number of leading characters of a code that are stored */
  codeLength?: number;
  /** the column that numbers the entries of one code; a code means the one with the highest number */
  sequence?: string;
  /** what another version may change of an entry besides its code, its term and its place in the hierarchy */
  upgrade?: {
    /** columns whose change counts, e.g. the substances of a drug */
    compared?: string[];
    /** the column that stays where an entry gets another code: the only current entry with its value replaces it */
    sameBy?: string;
  };
  /** the column whose value colours a row */
  tone?: string;
  /** pixels; default: the usual width of a list dialog */
  dialogWidth?: number;
  /** pixels; default: height of its rows */
  tableHeight?: number;
}

const FOLDER = /^dictionaries\/[^/]+\.dictionary\.json$/;

/** By the name that items refer to. The sources must be free of errors. */
export const dictionariesOf = (sources: readonly SourceText[]): Record<string, DictionaryDescriptor> =>
  nameTable(
    sources
      .filter(({ file }) => FOLDER.test(file))
      .map(({ text }) => JSON.parse(text) as DictionaryDescriptor)
      .map((descriptor) => [descriptor.dictionary, descriptor]),
  );

const CJK = /[\p{sc=Hangul}\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/u;

/** Is what items store of a code only its beginning? */
export const storesPrefix = ({ codeLength }: Pick<DictionaryDescriptor, 'codeLength'>): boolean =>
  codeLength !== undefined;

/** The part of a code that items store. */
export const truncateCode = (
  { codeLength }: Pick<DictionaryDescriptor, 'codeLength'>,
  code: string,
): string => (codeLength === undefined ? code : [...code].slice(0, codeLength).join(''));

/** Minimum length of this keyword; specification 2-dialogs section 5. */
export function minLengthOf({ minLength }: Pick<DictionaryDescriptor, 'minLength'>, keyword: string): number {
  const { other, digit = other, cjk = other } = minLength;
  if (CJK.test(keyword)) return cjk;
  return /\d/.test(keyword) ? digit : other;
}
