/** Reads Dataset-JSON 1.1: one dataset as one JSON text, or as lines of JSON (NDJSON). */
import { parse as parseJson, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { excessIn } from '../../text/jsonLimits.ts';
import { storable } from '../../text/storable.ts';
import type { StudyData } from '../studyData.ts';
import { MAX_COLUMNS, UnreadableData } from '../unreadableData.ts';
import { dataOfDataset, type Dataset, type DatasetColumn } from './dataset.ts';

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
    const { rows, ...metadata } = objectOf(parsed(lines, 1), 1);
    return dataOfDataset(datasetOf(metadata, arrayOf(rows, 'rows', 1), () => 1));
  }
  const numbered = lines
    .slice(head.length)
    .split('\n')
    .map((line, index) => ({ line, no: index + 1 }))
    .filter(({ line }) => line.trim() !== '');
  const rows = numbered.map(({ line, no }) => parsed(line, no));
  return dataOfDataset(datasetOf(objectOf(parsed(head, 1), 1), rows, (at) => numbered[at]?.no ?? 1));
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

function objectOf(value: unknown, line: number): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnreadableData('otherContent', 'no object', line);
  const object = value as Json;
  if (typeof object['datasetJSONVersion'] !== 'string')
    throw new UnreadableData('otherContent', 'datasetJSONVersion', line);
  return object;
}

function arrayOf(value: unknown, name: string, line: number): unknown[] {
  if (!Array.isArray(value)) throw new UnreadableData('missingPart', name, line);
  return value;
}

function datasetOf(metadata: Json, rows: readonly unknown[], lineOf: (at: number) => number): Dataset {
  const named = arrayOf(metadata['columns'], 'columns', 1);
  if (named.length > MAX_COLUMNS) throw new UnreadableData('tooLarge', `more than ${MAX_COLUMNS} columns`, 1);
  const columns = named.map((column) => columnOf(column as Json));
  const groupOid = textOf(metadata['itemGroupOID']) || textOf(metadata['name']);
  const studyOid = textOf(metadata['studyOID']);
  if (groupOid === '') throw new UnreadableData('missingPart', 'itemGroupOID', 1);
  if (studyOid === '') throw new UnreadableData('missingPart', 'studyOID', 1);
  return {
    studyOid,
    versionOid: textOf(metadata['metaDataVersionOID']) || 'Dataset-JSON',
    groupOid,
    domain: textOf(metadata['name']).toUpperCase(),
    label: textOf(metadata['label']) || groupOid,
    columns,
    rows: rows.map((row, at) => {
      const values = arrayOf(row, 'rows', lineOf(at));
      if (values.length !== columns.length)
        throw new UnreadableData('otherColumns', `${values.length} ≠ ${columns.length}`, lineOf(at));
      return values.map((value) => (value === null ? null : textOf(value)));
    }),
  };
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
