/** A copy of a spreadsheet with comments at some of its cells; everything else of the file stays as it is. */
import type { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import type { Entry, ZipFile } from 'yauzl';
import { cellReference } from '../../shared/text/cellReference.ts';
import { escapedXml } from './xlsx.ts';
import { openXlsx, sheetsOf } from './readXlsx.ts';
import { zipStream, type ZipEntry } from './zip.ts';
import { entryBytes } from './zipEntry.ts';

export interface CellComment {
  sheet: string;
  /** both count from 1 */
  row: number;
  column: number;
  text: string;
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE_RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const AUTHOR = 'Casewright';
/** Ids that no other program gives. */
const COMMENTS_ID = 'casewrightComments';
const DRAWING_ID = 'casewrightDrawing';

/**
 * Comments that the sheets of these cells have, such as those of an earlier copy, are replaced. The file is closed when the
 * stream ends. Throws UnreadableTable.
 */
export async function commentedXlsx(path: string, comments: readonly CellComment[]): Promise<Readable> {
  const zip = await openXlsx(path);
  const bySheet = Map.groupBy(comments, ({ sheet }) => sheet);
  const sheets = (await sheetsOf(zip)).sheets
    .map(({ name, path: part }, index) => ({ part, number: index + 1, comments: bySheet.get(name) ?? [] }))
    .filter((sheet) => sheet.comments.length > 0);
  const stream = zipStream(entriesOf(zip.file, [...zip.entries.values()], sheets));
  stream.once('close', () => zip.file.close());
  return stream;
}

interface CommentedSheet {
  /** its place in the archive */
  part: string;
  number: number;
  comments: readonly CellComment[];
}

const commentsPart = ({ number }: CommentedSheet): string => `xl/casewright/comments${number}.xml`;
const drawingPart = ({ number }: CommentedSheet): string => `xl/casewright/drawing${number}.vml`;
const relationsPart = ({ part }: CommentedSheet): string => part.replace(/([^/]+)$/, '_rels/$1.rels');

async function* entriesOf(
  file: ZipFile,
  entries: readonly Entry[],
  sheets: readonly CommentedSheet[],
): AsyncGenerator<ZipEntry> {
  const bySheet = new Map(sheets.map((sheet) => [sheet.part, sheet]));
  const byRelations = new Map(sheets.map((sheet) => [relationsPart(sheet), sheet]));
  const ownParts = new Set(sheets.flatMap((sheet) => [commentsPart(sheet), drawingPart(sheet)]));
  for (const entry of entries) {
    const path = entry.fileName;
    if (path.endsWith('/') || ownParts.has(path)) continue;
    const bytes = entryBytes(file, entry);
    const sheet = bySheet.get(path);
    const related = byRelations.get(path);
    if (path === '[Content_Types].xml') yield one(path, withTypes(await textOf(bytes), sheets));
    else if (sheet) yield { path, chunks: withDrawing(bytes) };
    else if (related) yield one(path, withRelations(await textOf(bytes), related));
    else yield { path, chunks: bytes };
  }
  const present = new Set(entries.map(({ fileName }) => fileName));
  for (const sheet of sheets) {
    const path = relationsPart(sheet);
    if (!present.has(path)) yield one(path, withRelations(NO_RELATIONS, sheet));
    yield one(commentsPart(sheet), commentsXml(sheet.comments));
    yield one(drawingPart(sheet), drawingXml(sheet.comments));
  }
}

const one = (path: string, content: string): ZipEntry => ({ path, chunks: [Buffer.from(content)] });

const NO_RELATIONS = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="${PACKAGE_RELATIONS}"></Relationships>`;

const OWN_COMMENTS = new RegExp(
  String.raw`<(\w+:)?Relationship\b[^>]*Type="[^"]*/(?:comments|vmlDrawing)"[^>]*?(?:/>|>\s*</\1Relationship>)`,
  'g',
);

function withRelations(xml: string, sheet: CommentedSheet): string {
  const prefix = /<\/(\w+:)?Relationships>\s*$/.exec(xml)?.[1] ?? '';
  const relation = (id: string, type: string, part: string): string =>
    `<${prefix}Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="/${part}"/>`;
  const own =
    relation(COMMENTS_ID, 'comments', commentsPart(sheet)) +
    relation(DRAWING_ID, 'vmlDrawing', drawingPart(sheet));
  const others = xml.replaceAll(OWN_COMMENTS, '');
  return /<(\w+:)?Relationships[^>]*\/>\s*$/.test(others)
    ? others.replace(/\/>\s*$/, `>${own}</${prefix}Relationships>`)
    : others.replace(/<\/(\w+:)?Relationships>\s*$/, `${own}$&`);
}

function withTypes(xml: string, sheets: readonly CommentedSheet[]): string {
  const prefix = /<\/(\w+:)?Types>\s*$/.exec(xml)?.[1] ?? '';
  const own = sheets.map(
    (sheet) =>
      `<${prefix}Override PartName="/${commentsPart(sheet)}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml"/>` +
      `<${prefix}Override PartName="/${drawingPart(sheet)}" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>`,
  );
  const earlier = /<(\w+:)?Override\b[^>]*PartName="\/xl\/casewright\/[^>]*\/>/g;
  return xml.replaceAll(earlier, '').replace(/<\/(\w+:)?Types>\s*$/, `${own.join('')}$&`);
}

/** What follows the cells is short; the drawing of comments has its place before these elements. */
const BEHIND_DRAWING =
  /<(\w+:)?(?:legacyDrawingHF|picture|oleObjects|controls|webPublishItems|tableParts|extLst)\b|<\/(\w+:)?worksheet>/;

async function* withDrawing(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder();
  let tail = '';
  let isBehind = false;
  for await (const chunk of stream) {
    tail += decoder.decode(chunk, { stream: true });
    if (isBehind) continue;
    const end = /<\/(?:\w+:)?sheetData>|<(?:\w+:)?sheetData\s*\/>/.exec(tail);
    if (end) {
      const at = end.index + end[0].length;
      yield Buffer.from(tail.slice(0, at));
      tail = tail.slice(at);
      isBehind = true;
    } else {
      // the end of the cells may be cut in two
      const safe = Math.max(0, tail.lastIndexOf('<'));
      if (safe > 0) yield Buffer.from(tail.slice(0, safe));
      tail = tail.slice(safe);
    }
  }
  const prefix = /<\/(\w+:)?worksheet>\s*$/.exec(tail)?.[1] ?? '';
  const drawing = `<${prefix}legacyDrawing xmlns:cw="${RELATIONS}" cw:id="${DRAWING_ID}"/>`;
  const others = tail.replaceAll(/<(\w+:)?legacyDrawing\b[^>]*(?:\/>|><\/\1legacyDrawing>)/g, '');
  yield Buffer.from(others.replace(BEHIND_DRAWING, `${drawing}$&`));
}

/** The comments of a cell as one. */
function byCell(comments: readonly CellComment[]): { row: number; column: number; text: string }[] {
  const cells = Map.groupBy(comments, cellReference);
  return [...cells.values()]
    .map((some) => ({
      row: some[0]?.row ?? 1,
      column: some[0]?.column ?? 1,
      text: [...new Set(some.map(({ text }) => text))].join('\n'),
    }))
    .toSorted((a, b) => a.row - b.row || a.column - b.column);
}

function commentsXml(comments: readonly CellComment[]): string {
  const list = byCell(comments).map(
    (cell) =>
      `<comment ref="${cellReference(cell)}" authorId="0"><text><r><t xml:space="preserve">${escapedXml(cell.text)}</t></r></text></comment>`,
  );
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<comments xmlns="${MAIN}"><authors><author>${AUTHOR}</author></authors><commentList>${list.join('')}</commentList></comments>`;
}

/** The boxes of the comments: hidden until the pointer is on the cell. */
function drawingXml(comments: readonly CellComment[]): string {
  const shapes = byCell(comments).map(
    ({ row, column }, index) =>
      `<v:shape id="_x0000_s${1025 + index}" type="#_x0000_t202" style="position:absolute;width:180pt;height:60pt;z-index:${index + 1};visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:textbox style="mso-direction-alt:auto"/><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${column}, 15, ${row}, 2, ${column + 3}, 15, ${row + 4}, 4</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${row - 1}</x:Row><x:Column>${column - 1}</x:Column></x:ClientData></v:shape>`,
  );
  return `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>${shapes.join('')}</xml>`;
}
