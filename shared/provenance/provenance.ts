/** How a value came about, if not by a person's keys (design 13.6). One shape for masters, imports, codes and computed values. */

export type Provenance =
  /** a record of case info, in the version it had when it was chosen; `row`: the number of its row, where one filled */
  | { by: 'master'; kind: string; recordKey: number; version: number; row?: number }
  /** `line`: null where the reader of the format counts none */
  | { by: 'import'; file: string; line: number | null }
  /** a run that synchronised adverse events of a study, and the number of the value in it */
  | { by: 'sync'; runKey: string; valueNo: number }
  /**
   * accepted from a text of the case: the item of the text, the number of its sentence, and the key of the sponsor's synonym
   * by which it was recognised; null: by a name of a dictionary, or none
   */
  | { by: 'text'; itemId: string; sentence: number; synonym: number | null }
  /** accepted from a printed form: the message of an import, and the number of the value among its proposals */
  | { by: 'form'; runKey: string; seq: number; valueNo: number }
  /** `score`: from 0 to 1; null where the engine gives none */
  | { by: 'recommended'; engine: string; score: number | null }
  /** an expression of the schema files */
  | { by: 'computed' }
  /** emptied since a condition hides the item */
  | { by: 'hidden' }
  | { by: 'person' };

export type MasterProvenance = Extract<Provenance, { by: 'master' }>;
export type SyncProvenance = Extract<Provenance, { by: 'sync' }>;
export type TextProvenance = Extract<Provenance, { by: 'text' }>;
export type FormProvenance = Extract<Provenance, { by: 'form' }>;

/** The property of a value that holds where it came from: a text, since properties are hashed part by part. */
export const provenanceText = ({ kind, recordKey, version, row }: MasterProvenance): string =>
  `${masterPrefix(kind, recordKey)}${version}${row === undefined ? '' : `/${row}`}`;

/** What the texts of all versions of a record begin with. */
export const masterPrefix = (kind: string, recordKey: number): string => `master/${kind}/${recordKey}/`;

const MASTER = /^master\/([a-z]{1,30})\/([1-9][0-9]{0,8})\/([1-9][0-9]{0,8})(?:\/([1-9][0-9]{0,8}))?$/;

/** Reads what `provenanceText` writes. Null for any other text, and for none. */
export function masterProvenance(text: string | undefined): MasterProvenance | null {
  const [, kind, recordKey, version, row] = MASTER.exec(text ?? '') ?? [];
  if (kind === undefined) return null;
  return {
    by: 'master',
    kind,
    recordKey: Number(recordKey),
    version: Number(version),
    ...(row !== undefined && { row: Number(row) }),
  };
}

/** The same for a value of a run. */
export const syncProvenanceText = ({ runKey, valueNo }: Omit<SyncProvenance, 'by'>): string =>
  `sync/${runKey}/${valueNo}`;

const SYNC = /^sync\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([1-9][0-9]{0,8})$/;

/** Reads what `syncProvenanceText` writes. Null for any other text, and for none. */
export function syncProvenance(text: string | undefined): SyncProvenance | null {
  const [, runKey, valueNo] = SYNC.exec(text ?? '') ?? [];
  return runKey === undefined ? null : { by: 'sync', runKey, valueNo: Number(valueNo) };
}

/** The same for a value accepted from a text of the case. */
export const textProvenanceText = ({ itemId, sentence, synonym }: Omit<TextProvenance, 'by'>): string =>
  `text/${itemId}/${sentence}${synonym === null ? '' : `/${synonym}`}`;

const TEXT = /^text\/([A-Za-z0-9._]{1,60})\/([1-9][0-9]{0,5})(?:\/([1-9][0-9]{0,8}))?$/;

/** Reads what `textProvenanceText` writes. Null for any other text, and for none. */
export function textProvenance(text: string | undefined): TextProvenance | null {
  const [, itemId, sentence, synonym] = TEXT.exec(text ?? '') ?? [];
  if (itemId === undefined) return null;
  return {
    by: 'text',
    itemId,
    sentence: Number(sentence),
    synonym: synonym === undefined ? null : Number(synonym),
  };
}

/** The same for a value accepted from a printed form. */
export const formProvenanceText = ({ runKey, seq, valueNo }: Omit<FormProvenance, 'by'>): string =>
  `form/${runKey}/${seq}/${valueNo}`;

const FORM = /^form\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([1-9][0-9]{0,6})\/([1-9][0-9]{0,5})$/;

/** Reads what `formProvenanceText` writes. Null for any other text, and for none. */
export function formProvenance(text: string | undefined): FormProvenance | null {
  const [, runKey, seq, valueNo] = FORM.exec(text ?? '') ?? [];
  return runKey === undefined ? null : { by: 'form', runKey, seq: Number(seq), valueNo: Number(valueNo) };
}
