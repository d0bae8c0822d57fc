/** Data of a source that cannot be read: why, and where. People read it in their language by the name of the fault. */

export const DATA_FAULTS = [
  /** neither XML, JSON nor a table */
  'unknownFormat',
  /** XML, JSON or a table with a mistake */
  'malformed',
  /** a document type declaration, which ODM does not need */
  'documentType',
  /** XML or JSON that is no ODM and no Dataset-JSON */
  'otherContent',
  'tooDeep',
  'tooLarge',
  /** a mandatory part is missing: `detail` names it */
  'missingPart',
  /** rows that do not fit their columns */
  'otherColumns',
  /** a text in another encoding than it states */
  'encoding',
] as const;
export type DataFault = (typeof DATA_FAULTS)[number];

export class UnreadableData extends Error {
  override readonly name = 'UnreadableData';
  readonly fault: DataFault;
  /** 1-based; null: of the whole */
  readonly line: number | null;
  /** in English, for who maintains the source: an element, a column, the words of a parser */
  readonly detail: string;

  constructor(fault: DataFault, detail: string, line: number | null = null) {
    super(`${fault}${line === null ? '' : ` in line ${line}`}: ${detail}`);
    this.fault = fault;
    this.detail = detail;
    this.line = line;
  }
}

/** Rows of one reading, of all its studies: what a process holds in memory at a time. */
export const MAX_DATA_ROWS = 500_000;
/** Rows of one subject: the rules of a study read all of them at a time. */
export const MAX_SUBJECT_ROWS = 50_000;
/** Columns of a dataset. */
export const MAX_COLUMNS = 5000;
/** Items, codes of items and groups of forms in one version of the definitions: it is stored and read as a whole. */
export const MAX_DEFINITIONS = 100_000;
/** Levels of groups inside each other. */
export const MAX_GROUP_LEVELS = 64;
/** Characters of a name, key or OID. */
export const MAX_KEY_LENGTH = 500;
/** Characters of the key of a row: the database finds it by an index. */
export const MAX_ROW_KEY_LENGTH = 800;
/** Characters of one value. */
export const MAX_VALUE_LENGTH = 100_000;
