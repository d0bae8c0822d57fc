/** A dataset, as tables of SDTM and CDASH are: columns, and rows of values by position. */
import { isoTime } from '../isoTime.ts';
import { ownRepeats } from '../ownRepeats.ts';
import { mergedSubject } from '../removals.ts';
import type { SourceRow, SourceSubject, StudyData, StudyMetadata } from '../studyData.ts';
import { subjectRows } from '../subjectRows.ts';
import { MAX_DATA_ROWS, MAX_VALUE_LENGTH, UnreadableData, type DataFault } from '../unreadableData.ts';

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
  /** the line of a row in its file; null: the file is not read by lines */
  lineOf: (at: number) => number | null;
}

/** Texts of a row by the names of their columns, in capitals. */
type Cells = Map<string, string>;

/** A fault of a row, which is named by its number where it has no line. */
export function rowFault(
  fault: DataFault,
  detail: string,
  at: number,
  lineOf: Dataset['lineOf'],
): UnreadableData {
  const line = lineOf(at);
  return new UnreadableData(fault, line === null ? `${detail} (row ${at + 1})` : detail, line);
}

/** Columns by which a subject is known, the best first. */
const SUBJECT_COLUMNS = ['USUBJID', 'SUBJID', 'SUBJECT', 'SUBJECTKEY'];

/** The picture of one study from some of its datasets. Throws `UnreadableData`. */
export function dataOfDatasets(datasets: readonly [Dataset, ...Dataset[]]): StudyData {
  if (datasets.reduce((sum, { rows }) => sum + rows.length, 0) > MAX_DATA_ROWS)
    throw new UnreadableData('tooLarge', `more than ${MAX_DATA_ROWS} rows`);
  const [{ studyOid, versionOid }] = datasets;
  const parts = datasets.map(partOf);
  const subjects = new Map<string, SourceSubject>();
  for (const subject of parts.flatMap((part) => part.subjects))
    subjects.set(subject.subjectKey, mergedSubject(subjects.get(subject.subjectKey), subject));
  const groupOids = datasets.map(({ groupOid }) => groupOid);
  return {
    studyOid,
    protocol: studyOid,
    metadata: {
      versionOid,
      name: versionOid,
      events: [{ oid: EVENT, label: EVENT, repeating: false, formOids: groupOids }],
      forms: datasets.map(({ groupOid, label }) => ({
        oid: groupOid,
        label,
        repeating: false,
        groupOids: [groupOid],
      })),
      groups: datasets.map(groupOf),
    },
    kind: 'snapshot',
    groupOids,
    subjectKeys: null,
    asOf: null,
    subjects: [...subjects.values()],
    rows: parts.flatMap(({ rows }) => rows),
    removed: [],
  };
}

function partOf(dataset: Dataset): Pick<StudyData, 'subjects' | 'rows'> {
  const { columns, domain, groupOid, lineOf } = dataset;
  const names = new Set(columns.map(({ name }) => name.toUpperCase()));
  const subjectColumn = SUBJECT_COLUMNS.find((name) => names.has(name));
  if (subjectColumn === undefined) throw new UnreadableData('missingPart', SUBJECT_COLUMNS.join(' / '), 1);
  const twice = columns.find(({ oid }, at) => columns.findIndex((one) => one.oid === oid) !== at);
  if (twice) throw new UnreadableData('otherColumns', twice.oid, 1);
  const cells = dataset.rows.map((row) => cellsOf(columns, row));
  const repeatOf = repeats(dataset, cells);
  const subjects = new Map<string, SourceSubject>();
  const counted = subjectRows();
  const rows = dataset.rows.map((values, index): SourceRow => {
    const row = cells[index] ?? new Map<string, string>();
    const subjectKey = row.get(subjectColumn);
    if (subjectKey === undefined) throw rowFault('missingPart', subjectColumn, index, lineOf);
    const long = columns.find((_, at) => (values[at]?.length ?? 0) > MAX_VALUE_LENGTH);
    if (long) throw rowFault('tooLarge', long.name, index, lineOf);
    counted(subjectKey, lineOf(index));
    subjects.set(subjectKey, mergedSubject(subjects.get(subjectKey), subjectOf(subjectKey, row)));
    return {
      subjectKey,
      eventOid: EVENT,
      eventRepeat: '',
      formOid: groupOid,
      formRepeat: '',
      groupOid,
      groupRepeat: repeatOf(row, subjectKey),
      recordId: row.get(`${domain}SPID`) ?? null,
      values: Object.fromEntries(columns.map(({ oid }, at) => [oid, values[at] || null])),
      changedAt: isoTime(row.get('LASTMODIFIED') ?? ''),
    };
  });
  return { subjects: [...subjects.values()], rows };
}

const cellsOf = (columns: readonly DatasetColumn[], row: readonly (string | null)[]): Cells =>
  new Map(
    columns.flatMap(({ name }, at): [string, string][] => {
      const text = row[at];
      return text === null || text === undefined || text === '' ? [] : [[name.toUpperCase(), text]];
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

/**
 * The repeat key of a row in its subject: its sequence number, otherwise its key columns, otherwise its count.
 */
function repeats(
  { columns, domain }: Dataset,
  rows: readonly Cells[],
): (row: Cells, subjectKey: string) => string {
  const sequence = `${domain}SEQ`;
  const keys = rows.every((row) => row.has(sequence))
    ? [sequence]
    : columns
        .filter(({ keySequence }) => keySequence !== null)
        .toSorted((a, b) => (a.keySequence ?? 0) - (b.keySequence ?? 0))
        .map(({ name }) => name.toUpperCase())
        .filter((name) => !SUBJECT_COLUMNS.includes(name));
  const repeatOf = ownRepeats();
  return (row, subjectKey) => repeatOf(subjectKey, keys.map((name) => row.get(name) ?? '').join('|'));
}

const groupOf = ({ groupOid, label, domain, columns }: Dataset): StudyMetadata['groups'][number] => ({
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
});
