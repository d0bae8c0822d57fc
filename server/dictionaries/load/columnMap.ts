/**
 * Which column of a file is which field, written by the operator for layouts that are not public: a JSON file such as
 * `{ "delimiter": ",", "quoted": true, "columns": { "drugCode": "薬剤コード", "drugName": 3 } }`. A text is the title of the
 * column in the header, a number its position from 1 in a file without header.
 */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { Type, type Static } from 'typebox';
import { LoadProblem } from './loadProblem.ts';
import type { SourceFile } from './sourceFile.ts';
import type { Column, Table } from './table.ts';

const ColumnMap = Type.Object(
  {
    delimiter: Type.Optional(Type.Enum([',', '\t', ';', '|', '$'])),
    quoted: Type.Optional(Type.Boolean()),
    columns: Type.Record(
      Type.String(),
      Type.Union([Type.String({ minLength: 1 }), Type.Integer({ minimum: 1, maximum: 500 })]),
    ),
  },
  { additionalProperties: false },
);
type ColumnMap = Static<typeof ColumnMap>;

/** The table that the map describes. Throws a `LoadProblem` if the map is invalid or does not fit the table. */
export function columnMap(file: SourceFile, table: Table): Table {
  const map = read(file);
  const known = table.columns.map(({ name }) => name);
  const unknown = Object.keys(map.columns).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new LoadProblem(
      file.name,
      `columns: there is no field ${unknown.join(', ')}; fields are ${known.join(', ')}`,
    );
  const missing = table.columns.filter(({ name, optional }) => !optional && map.columns[name] === undefined);
  if (missing.length > 0)
    throw new LoadProblem(
      file.name,
      `columns: ${missing.map(({ name }) => name).join(', ')} is not mapped, and needed`,
    );
  const layout = {
    delimiter: map.delimiter ?? table.layout.delimiter,
    quoted: map.quoted ?? table.layout.quoted,
  };
  const places = Object.values(map.columns);
  if (places.every((place) => typeof place === 'string'))
    return { ...table, layout, columns: table.columns.flatMap((column) => titled(column, map)) };
  if (places.every((place) => typeof place === 'number'))
    return { ...table, layout, header: false, more: true, columns: placed(table, map, Math.max(...places)) };
  throw new LoadProblem(file.name, 'columns: give titles for all of them, or positions for all of them');
}

function read(file: SourceFile): ColumnMap {
  let map: unknown;
  try {
    map = JSON.parse(readFileSync(file.path, 'utf8'));
  } catch {
    throw new LoadProblem(file.name, 'is no valid JSON');
  }
  if (!new Ajv({ strict: false }).compile<ColumnMap>(ColumnMap)(map))
    throw new LoadProblem(
      file.name,
      'must be {"delimiter"?: "," ";" "|" "$" or tab, "quoted"?: true or false, "columns": {field: title or position}}',
    );
  return map;
}

function titled(column: Column, map: ColumnMap): Column[] {
  const title = map.columns[column.name];
  return typeof title === 'string' ? [{ ...column, headers: [title] }] : [];
}

/** Columns from the first to the last one mapped; those between have no use. */
function placed(table: Table, map: ColumnMap, last: number): Column[] {
  return Array.from({ length: last }, (_, at) => {
    const column = table.columns.find(({ name }) => map.columns[name] === at + 1);
    return column ?? { name: '' };
  });
}
