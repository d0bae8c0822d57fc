/**
 * The one picture of clinical data that every source fills (ODM, Dataset-JSON, CSV, web services): study, subject,
 * event, form, group, row, item. Rules, dry run and history read nothing else of a source.
 */

/** The place of a row in its study: the KeySet of ODM 1.3.2 without its first and last part. Repeat keys are '' where nothing repeats. */
export interface RowAddress {
  subjectKey: string;
  eventOid: string;
  eventRepeat: string;
  formOid: string;
  formRepeat: string;
  groupOid: string;
  groupRepeat: string;
}

/** The address of one value: the nine parts of ODM's KeySet. */
export interface SourceAddress extends RowAddress {
  studyOid: string;
  itemOid: string;
}

/** What a source removed: every part that is named is that of a row; a whole subject where nothing but its key is. */
export type Removal = Partial<Pick<SourceRow, keyof RowAddress | 'recordId'>>;

/** One row of a group: an adverse event, a drug, the demography of a subject. */
export interface SourceRow extends RowAddress {
  /** the source's own identifier of the record, which outlives a reordering of its rows; null: it has none */
  recordId: string | null;
  /** text as the source wrote it, by item OID; null: explicitly empty */
  values: Record<string, string | null>;
  /** when it changed in the source (ISO 8601), where the source says so */
  changedAt: string | null;
}

export interface SourceSubject {
  subjectKey: string;
  /** the number people know the subject by */
  label: string;
  siteOid: string;
  /** '' where the source names none */
  siteName: string;
  /** ISO 3166-1 alpha-2; '' where the source names none */
  country: string;
}

/** What a reader of a source answers. */
export interface StudyData {
  studyOid: string;
  protocol: string;
  metadata: StudyMetadata | null;
  /** snapshot: what it does not hold is gone; changes: what it does not hold is as it was */
  kind: 'snapshot' | 'changes';
  /** the only groups that a snapshot holds, e.g. one dataset; null: it holds all */
  groupOids: string[] | null;
  /** the only subjects that a snapshot holds, e.g. those of one site; null: it holds all */
  subjectKeys: string[] | null;
  /** the state of the source that it shows (ISO 8601, UTC); null: it does not say, or not to the moment */
  asOf: string | null;
  subjects: SourceSubject[];
  rows: SourceRow[];
  /** what the source removed explicitly */
  removed: Removal[];
}

/** The forms of a study as one version of its metadata defines them. */
export interface StudyMetadata {
  versionOid: string;
  name: string;
  events: { oid: string; label: string; repeating: boolean; formOids: string[] }[];
  forms: { oid: string; label: string; repeating: boolean; groupOids: string[] }[];
  groups: MetadataGroup[];
}

export interface MetadataGroup {
  oid: string;
  label: string;
  /** of SDTM and CDASH: AE, DM, CM ...; '' where the source names none */
  domain: string;
  repeating: boolean;
  items: MetadataItem[];
}

export interface MetadataItem {
  oid: string;
  label: string;
  /** the name in SDTM or CDASH: AETERM ...; the OID's last part where the source names none */
  name: string;
  /** as ODM 1.3.2 names them: text, integer, float, date, datetime, partialDate, boolean ... */
  dataType: string;
  length: number | null;
  codes: { code: string; label: string }[] | null;
}

/**
 * The key of a row between two readings: the source's record identifier where there is one, otherwise its address.
 * Never the number that people see: sources renumber rows after a deletion.
 */
export const recordKeyOf = (row: SourceRow): string =>
  row.recordId === null
    ? JSON.stringify([
        row.subjectKey,
        row.eventOid,
        row.eventRepeat,
        row.formOid,
        row.formRepeat,
        row.groupOid,
        row.groupRepeat,
      ])
    : JSON.stringify([row.subjectKey, row.groupOid, row.recordId]);
