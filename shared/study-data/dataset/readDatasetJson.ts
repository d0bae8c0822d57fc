/** Reads Dataset-JSON: of 1.1 one dataset as one JSON text, or as lines of JSON (NDJSON); of 1.0 the datasets of a study. */
import { parse as parseJson, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { excessIn } from '../../text/jsonLimits.ts';
import { storable } from '../../text/storable.ts';
import type { StudyData } from '../studyData.ts';
import { MAX_COLUMNS, UnreadableData } from '../unreadableData.ts';
import { dataOfDatasets, rowFault, type Dataset, type DatasetColumn } from './dataset.ts';

type Json = Record<string, unknown>;

/** Values of numbers stay as they are written; JSON.parse alone would round them. */
interface Source {
  source?: string;
}

/** Throws `UnreadableData`, with the line. */
export function readDatasetJson(text: string): StudyData {
  const lines = text.replace(/^\uFEFF/, '');
  const end = lines.indexOf('\n');
  const head = end < 0 ? lines : lines.slice(0, end);
  const isLines = head.trimEnd().endsWith('}') && lines.slice(head.length).trimStart().startsWith('[');
  if (!isLines) {
    const whole = documentOf(parsed(lines, 1));
    const { clinicalData } = whole;
    return isObject(clinicalData) ? dataOfDatasets(datasetsOf(clinicalData)) : dataOf(whole, rowsOf(whole));
  }
  const numbered = lines
    .slice(head.length)
    .split('\n')
    .map((line, index) => ({ line, no: index + 1 }))
    .filter(({ line }) => line.trim() !== '');
  const rows = numbered.map(({ line, no }) => parsed(line, no));
  return dataOf(documentOf(parsed(head, 1)), rows, (at) => numbered[at]?.no ?? null);
}

const dataOf = (...dataset: Parameters<typeof datasetOf>): StudyData =>
  dataOfDatasets([datasetOf(...dataset)]);

/** A dataset without rows may have no list of them, as one that is written in lines has none. */
const rowsOf = ({ rows, records }: Json): unknown[] =>
  rows === undefined && Number(records) === 0 ? [] : arrayOf(rows, 'rows');

/** Of 1.0: by their OIDs; each row begins with its number in the file, which is no value of the source. */
function datasetsOf({ studyOID, metaDataVersionOID, itemGroupData }: Json): [Dataset, ...Dataset[]] {
  const groups = isObject(itemGroupData) ? Object.entries(itemGroupData) : [];
  const [first, ...others] = groups.map(([itemGroupOID, group]) => {
    const { items, itemData, ...metadata } = isObject(group) ? group : {};
    const columns = arrayOf(items, 'items').map((item) => {
      const { OID, type, ...more } = isObject(item) ? item : {};
      return { ...more, itemOID: OID, dataType: type };
    });
    return withoutRowNumbers(
      datasetOf(
        { ...metadata, studyOID, metaDataVersionOID, itemGroupOID, columns },
        arrayOf(itemData, 'itemData'),
      ),
    );
  });
  if (!first) throw new UnreadableData('missingPart', 'itemGroupData', 1);
  return [first, ...others];
}

function withoutRowNumbers(dataset: Dataset): Dataset {
  const number = dataset.columns.findIndex(({ name }) => name === 'ITEMGROUPDATASEQ');
  const others = <One>(list: readonly One[]): One[] => list.filter((_, at) => at !== number);
  return { ...dataset, columns: others(dataset.columns), rows: dataset.rows.map(others) };
}

/** A dataset has rows in a list in an object; its rows are as many as they are. */
const LIMITS = { levels: 64, parts: Number.POSITIVE_INFINITY, properties: 5000 };

const read = (_key: string, value: unknown, { source }: Source): unknown => {
  if (typeof value === 'number') return source ?? String(value);
  return typeof value === 'string' ? storable(value) : value;
};

function parsed(text: string, firstLine: number): unknown {
  const excess = excessIn(text, LIMITS);
  if (excess !== null) throw new UnreadableData('tooDeep', excess, firstLine);
  try {
    return JSON.parse(text, read as (key: string, value: unknown) => unknown);
  } catch {
    // the words of JSON.parse name a place in some cases only
    const errors: ParseError[] = [];
    parseJson(text, errors);
    const [first] = errors;
    const line = firstLine + text.slice(0, first?.offset ?? 0).split('\n').length - 1;
    throw new UnreadableData('malformed', first ? printParseErrorCode(first.error) : 'JSON', line);
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function documentOf(value: unknown): Json {
  if (!isObject(value)) throw new UnreadableData('otherContent', 'no object', 1);
  if (typeof value['datasetJSONVersion'] !== 'string')
    throw new UnreadableData('otherContent', 'datasetJSONVersion', 1);
  return value;
}

function arrayOf(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value)) throw new UnreadableData('missingPart', name, 1);
  return value;
}

function datasetOf(
  metadata: Json,
  rows: readonly unknown[],
  lineOf: Dataset['lineOf'] = () => null,
): Dataset {
  const named = arrayOf(metadata['columns'], 'columns');
  if (named.length > MAX_COLUMNS) throw new UnreadableData('tooLarge', `more than ${MAX_COLUMNS} columns`, 1);
  const columns = named.map((column) => columnOf(isObject(column) ? column : {}));
  const groupOid = textOf(metadata['itemGroupOID']) || textOf(metadata['name']);
  const studyOid = textOf(metadata['studyOID']);
  if (groupOid === '') throw new UnreadableData('missingPart', 'itemGroupOID', 1);
  if (studyOid === '') throw new UnreadableData('missingPart', 'studyOID', 1);
  // lines are cut off without a trace
  const records = Number(metadata['records'] ?? 0);
  if (rows.length < records)
    throw new UnreadableData('missingPart', `rows: ${rows.length} of ${records} records`);
  const texts = rows.map((row, at) => {
    if (!Array.isArray(row)) throw rowFault('otherColumns', 'no list of values', at, lineOf);
    const values: unknown[] = row;
    if (values.length !== columns.length)
      throw rowFault('otherColumns', `${values.length} ≠ ${columns.length}`, at, lineOf);
    return values.map((value, column) => {
      // it would be read as an empty one
      if (Array.isArray(value) || isObject(value))
        throw rowFault('otherColumns', `${columns[column]?.name}: no value`, at, lineOf);
      return value === null ? null : textOf(value);
    });
  });
  return {
    studyOid,
    versionOid: textOf(metadata['metaDataVersionOID']) || 'Dataset-JSON',
    groupOid,
    domain: domainOf(textOf(metadata['name']).toUpperCase(), { columns, rows: texts, lineOf }),
    label: textOf(metadata['label']) || groupOid,
    columns,
    rows: texts,
    lineOf,
  };
}

/** The name of a dataset that is a domain; others (QSCG) may say in the column DOMAIN of which one they are a part (QS). */
const DOMAIN = /^[A-Z]{2}$/;

/** Throws for a row of another domain than the dataset: rules would take it for what it is not. */
function domainOf(
  name: string,
  { columns, rows, lineOf }: Pick<Dataset, 'columns' | 'rows' | 'lineOf'>,
): string {
  const column = columns.findIndex((one) => one.name.toUpperCase() === 'DOMAIN');
  const inRows = rows.map((row) => row[column]?.trim().toUpperCase() || null);
  const domain = (DOMAIN.test(name) ? name : inRows.find((one) => one !== null)) ?? name;
  const other = inRows.findIndex((one) => one !== null && one !== domain);
  if (other >= 0) throw rowFault('otherColumns', `DOMAIN: ${inRows[other]} ≠ ${domain}`, other, lineOf);
  return domain;
}

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'boolean' || typeof value === 'number'
      ? String(value)
      : '';

function columnOf(column: Json): DatasetColumn {
  const name = textOf(column['name']);
  const oid = textOf(column['itemOID']) || name;
  if (oid === '') throw new UnreadableData('missingPart', 'itemOID', 1);
  const length = Number(column['length']);
  const keySequence = Number(column['keySequence']);
  return {
    oid,
    name: name || oid,
    label: textOf(column['label']) || name || oid,
    dataType: textOf(column['dataType']) === 'string' ? 'text' : textOf(column['dataType']) || 'text',
    length: length > 0 ? length : null,
    keySequence: keySequence > 0 ? keySequence : null,
  };
}
