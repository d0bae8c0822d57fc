/** Templates of cases, filled in as a person would do it, and what a copy with comments has at its cells. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { openXlsx, readXlsx } from '../../server/files/readXlsx.ts';
import { escapedXml } from '../../server/files/xlsx.ts';
import type { Table } from '../../shared/text/table.ts';
import { zipOf } from '../../shared/testing/zip.ts';

/** `formula`: what a cell computes; `serial`: a date as spreadsheets store it. */
export type Filled = string | { formula: string } | { serial: number };

/** Lines by the id of the sheet's own rows (`case` for that of cases), each with its cells by column id. */
export type FilledLines = Readonly<Record<string, readonly Readonly<Record<string, Filled>>[]>>;

async function onDisk<T>(bytes: Uint8Array, work: (path: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'casewright-template-'));
  try {
    const path = join(folder, 'file.xlsx');
    writeFileSync(path, bytes);
    return await work(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const tablesOf = (bytes: Uint8Array): Promise<Table[]> => onDisk(bytes, readXlsx);

/** The texts of the parts of an archive, by path. */
export const partsOf = (bytes: Uint8Array): Promise<Map<string, string>> =>
  onDisk(bytes, async (path) => {
    const zip = await openXlsx(path);
    const parts = new Map<string, string>();
    for (const [name, entry] of zip.entries)
      parts.set(name, await textOf(await zip.file.openReadStreamPromise(entry)));
    zip.file.close();
    return parts;
  });

const idsOf = ({ rows }: Table): string[] =>
  (rows[0] ?? []).map((cell) => (typeof cell === 'string' ? (/\[([^\]]+)\]$/.exec(cell)?.[1] ?? '') : ''));

/** What the sheet holds rows of. */
const ownId = (ids: readonly string[]): string =>
  ids
    .filter((id) => id.startsWith('row/'))
    .at(-1)
    ?.slice('row/'.length) ?? (ids.includes('case') ? 'case' : '');

/** The template with these lines below its explanations. Throws for a column that it does not have. */
export async function filledTemplate(
  template: Uint8Array,
  lines: FilledLines,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts = await partsOf(template);
  const tables = await tablesOf(template);
  // the cell style of dates, behind those of the template
  const styles = parts.get('xl/styles.xml') ?? '';
  const count = Number(/<cellXfs count="(\d+)"/.exec(styles)?.[1]);
  parts.set(
    'xl/styles.xml',
    styles
      .replace(/<cellXfs count="\d+"/, `<cellXfs count="${count + 1}"`)
      .replace('</cellXfs>', '<xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>'),
  );
  for (const [index, table] of tables.entries()) {
    const ids = idsOf(table);
    const path = `xl/worksheets/sheet${index + 1}.xml`;
    const xml = (lines[ownId(ids)] ?? []).map((line) => {
      const missing = Object.keys(line).filter((id) => !ids.includes(id));
      if (missing.length > 0) throw new Error(`${table.name} has no column ${missing.join(', ')}`);
      return `<row>${ids.map((id) => cellXml(line[id] ?? '', count)).join('')}</row>`;
    });
    parts.set(
      path,
      (parts.get(path) ?? '').replace('</sheetData>', () => `${xml.join('')}</sheetData>`),
    );
  }
  return zipOf([...parts].map(([name, bytes]) => ({ name, bytes })));
}

function cellXml(cell: Filled, dateStyle: number): string {
  if (cell === '') return '<c/>';
  if (typeof cell === 'string') return `<c t="inlineStr"><is><t>${escapedXml(cell)}</t></is></c>`;
  return 'formula' in cell
    ? `<c><f>${escapedXml(cell.formula)}</f><v>1</v></c>`
    : `<c s="${dateStyle}"><v>${cell.serial}</v></c>`;
}

/** The comments of a copy, by sheet: cell and text. */
export async function commentsIn(bytes: Uint8Array): Promise<Record<string, string[]>> {
  const parts = await partsOf(bytes);
  const tables = await tablesOf(bytes);
  return Object.fromEntries(
    tables.flatMap(({ name }, index) => {
      const xml = parts.get(`xl/casewright/comments${index + 1}.xml`);
      const found = xml?.matchAll(/<comment ref="(\w+)".*?<t(?: [^>]*)?>(.*?)<\/t>/gs) ?? [];
      const list = [...found].map(([, cell = '', text = '']) => `${cell} ${text}`);
      return list.length > 0 ? [[name, list] as const] : [];
    }),
  );
}
