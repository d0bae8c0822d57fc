/** A dataset, as tables of SDTM and CDASH are: columns, and rows of values by position. */
import { isoTime } from '../isoTime.ts';
import type { SourceRow, SourceSubject, StudyData, StudyMetadata } from '../studyData.ts';
import { subjectRows } from '../subjectRows.ts';
import { MAX_DATA_ROWS, UnreadableData } from '../unreadableData.ts';

/** Tables have no visits as forms have: all their rows belong to the subject. */
const EVENT = 'SUBJECT';

export interface DatasetColumn {
  oid: string;
  name: string;
  label: string;
  dataType: string;
  length: number | null;
  /** its place in the key of a row; null: it is no part of it */
  keySequence: number | null;
}

export interface Dataset {
  studyOid: string;
  versionOid: string;
  groupOid: string;
  /** of SDTM: AE, DM ... */
  domain: string;
  label: string;
  columns: DatasetColumn[];
  /** null: empty */
  rows: (string | null)[][];
}

type Cells = Map<string, string>;

/** Columns by which a subject is known, the best first. */
const SUBJECT_COLUMNS = ['USUBJID', 'SUBJID', 'SUBJECT', 'SUBJECTKEY'];

/** The picture of one study from one of its datasets. Throws `UnreadableData`. */
export function dataOfDataset(dataset: Dataset): StudyData {
  const { columns, domain, groupOid, studyOid } = dataset;
  if (dataset.rows.length > MAX_DATA_ROWS)
    throw new UnreadableData('tooLarge', `more than ${MAX_DATA_ROWS} rows`);
  const subjectColumn = SUBJECT_COLUMNS.find((name) => columns.some((column) => column.name === name));
  if (subjectColumn === undefined) throw new UnreadableData('missingPart', SUBJECT_COLUMNS.join(' / '));
  const cells = dataset.rows.map((row) => cellsOf(columns, row));
  const repeatOf = repeats(dataset, cells);
  const recordIds = uniqueTexts(cells, `${domain}SPID`);
  const subjects = new Map<string, SourceSubject>();
  const counted = subjectRows();
  const rows = dataset.rows.map((values, index): SourceRow => {
    const row = cells[index] ?? new Map<string, string>();
    const subjectKey = row.get(subjectColumn);
    if (subjectKey === undefined) throw new UnreadableData('missingPart', subjectColumn, index + 1);
    counted(subjectKey, null);
    subjects.set(subjectKey, subjectOf(subjectKey, row));
    return {
      subjectKey,
      eventOid: EVENT,
      eventRepeat: '',
      formOid: groupOid,
      formRepeat: '',
      groupOid,
      groupRepeat: repeatOf(row, subjectKey),
      recordId: recordIds?.[index] ?? null,
      values: Object.fromEntries(columns.map(({ oid }, at) => [oid, values[at] || null])),
      changedAt: isoTime(row.get('LASTMODIFIED') ?? ''),
    };
  });
  return {
    studyOid,
    protocol: studyOid,
    metadata: metadataOf(dataset),
    kind: 'snapshot',
    groupOids: [groupOid],
    subjects: [...subjects.values()],
    rows,
    removed: [],
  };
}

const cellsOf = (columns: readonly DatasetColumn[], row: readonly (string | null)[]): Cells =>
  new Map(
    columns.flatMap(({ name }, at): [string, string][] => {
      const text = row[at];
      return text === null || text === undefined || text === '' ? [] : [[name, text]];
    }),
  );

/** Demography names the subject as people do, its site and country; other tables repeat the site only. */
const subjectOf = (subjectKey: string, row: Cells): SourceSubject => {
  const country = row.get('COUNTRY') ?? '';
  return {
    subjectKey,
    label: row.get('SUBJID') ?? subjectKey,
    siteOid: row.get('SITEID') ?? '',
    siteName: row.get('SITENAME') ?? '',
    // SDTM writes three letters of its own list; only the two of ISO 3166-1 are what the picture takes
    country: /^[A-Z]{2}$/.test(country) ? country : '',
  };
};

/** The texts of a column where every row has another one; null: they name no record. */
function uniqueTexts(rows: readonly Cells[], column: string): string[] | null {
  const texts = rows.map((row) => row.get(column) ?? '');
  return rows.length > 0 && !texts.includes('') && new Set(texts).size === texts.length ? texts : null;
}

/**
 * The repeat key of a row in its subject: its sequence number, otherwise its key columns, otherwise its count. Rows with the
 * same one are counted, too: each stays a row of its own.
 */
function repeats(
  { columns, domain }: Dataset,
  rows: readonly Cells[],
): (row: Cells, subjectKey: string) => string {
  const sequence = `${domain}SEQ`;
  const keys = rows.every((row) => row.has(sequence))
    ? [{ name: sequence }]
    : columns
        .filter(({ keySequence, name }) => keySequence !== null && !SUBJECT_COLUMNS.includes(name))
        .toSorted((a, b) => (a.keySequence ?? 0) - (b.keySequence ?? 0));
  const counts = new Map<string, number>();
  return (row, subjectKey) => {
    const key = keys.map(({ name }) => row.get(name) ?? '').join('|');
    const count = (counts.get(`${subjectKey} ${key}`) ?? 0) + 1;
    counts.set(`${subjectKey} ${key}`, count);
    return count === 1 ? key : `${key}#${count}`;
  };
}

const metadataOf = ({ versionOid, groupOid, label, domain, columns }: Dataset): StudyMetadata => ({
  versionOid,
  name: versionOid,
  events: [{ oid: EVENT, label: EVENT, repeating: false, formOids: [groupOid] }],
  forms: [{ oid: groupOid, label, repeating: false, groupOids: [groupOid] }],
  groups: [
    {
      oid: groupOid,
      label,
      domain,
      repeating: true,
      items: columns.map(({ oid, name, label: words, dataType, length }) => ({
        oid,
        label: words,
        name,
        dataType,
        length,
        codes: null,
      })),
    },
  ],
});
