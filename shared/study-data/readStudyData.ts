/** Reads what a source gives, whatever its format: ODM, Dataset-JSON, or a table. */
import { readCsvDataset } from './dataset/readCsvDataset.ts';
import { readDatasetJson } from './dataset/readDatasetJson.ts';
import { readOdm } from './odm/readOdm.ts';
import { decodeText } from '../text/decodeText.ts';
import { recordKeyOf, type SourceRow, type StudyData } from './studyData.ts';
import { MAX_ROW_KEY_LENGTH, UnreadableData } from './unreadableData.ts';

/**
 * A picture for each study of the content. `name`: of the file, which names the dataset of a table. Throws `UnreadableData`,
 * with the line where there is one.
 */
export const readStudyData = async (content: Uint8Array, name: string): Promise<StudyData[]> =>
  (await readFormat(content, name)).map((data) => ({ ...data, rows: withOwnKeys(data.rows) }));

async function readFormat(content: Uint8Array, name: string): Promise<StudyData[]> {
  const first = firstCharacter(content);
  // the encoding of XML is in the document
  if (first === '<') return readOdm(content);
  const text = textOf(content);
  if (first === '{') return [readDatasetJson(text)];
  // letters of other scripts begin with bytes beyond ASCII
  if (/^["\w\u0080-\u00ff]/.test(first)) return readCsvDataset(text, name.replace(/\.[^.]*$/, ''));
  throw new UnreadableData('unknownFormat', first);
}

const MAX_SHOWN = 100;

/** A record identifier that several rows have names none of them: these are known by their addresses. */
function withOwnKeys(rows: readonly SourceRow[]): SourceRow[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    if (row.recordId === null) continue;
    const key = recordKeyOf(row);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isShared = (row: SourceRow) => row.recordId !== null && (counts.get(recordKeyOf(row)) ?? 0) > 1;
  return rows.map((row) => {
    const known = isShared(row) ? { ...row, recordId: null } : row;
    const key = recordKeyOf(known);
    if (key.length > MAX_ROW_KEY_LENGTH) throw new UnreadableData('tooLarge', key.slice(0, MAX_SHOWN));
    return known;
  });
}

/** Behind a byte order mark and white space, in whatever encoding: the bytes between are zero in UTF-16. */
function firstCharacter(content: Uint8Array): string {
  const head = String.fromCharCode(...content.subarray(0, 64));
  return /[^\s\0\u00ef\u00bb\u00bf\u00fe\u00ff]/.exec(head)?.[0] ?? '';
}

/** Characters at the beginning of spreadsheets, archives and the like. */
// eslint-disable-next-line no-control-regex
const BINARY = /[\u0001-\u0008\u000e-\u001f]/;

function textOf(content: Uint8Array): string {
  const decoded = decodeText(content);
  const head = 'text' in decoded ? decoded.text : String.fromCharCode(...content.subarray(0, 64));
  if (BINARY.test(head.slice(0, 64)))
    throw new UnreadableData(
      'unknownFormat',
      head
        .slice(0, 64)
        .replaceAll(/[^ -~]/g, ' ')
        .trim(),
    );
  if ('text' in decoded) return decoded.text;
  throw new UnreadableData('encoding', decoded.encoding, decoded.line);
}
