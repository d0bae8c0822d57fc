/** Reads what a source gives, whatever its format: ODM, Dataset-JSON, or a table. */
import { readCsvDataset } from './dataset/readCsvDataset.ts';
import { readDatasetJson } from './dataset/readDatasetJson.ts';
import { readOdm } from './odm/readOdm.ts';
import { recordKeyOf, type SourceRow, type StudyData } from './studyData.ts';
import { UnreadableData } from './unreadableData.ts';

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
  if (/^["\w]/.test(first)) return [readCsvDataset(text, name.replace(/\.[^.]*$/, ''))];
  throw new UnreadableData('unknownFormat', first);
}

/** A record identifier that several rows have names none of them: these are known by their addresses. */
function withOwnKeys(rows: readonly SourceRow[]): SourceRow[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    if (row.recordId === null) continue;
    const key = recordKeyOf(row);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isShared = (row: SourceRow) => row.recordId !== null && (counts.get(recordKeyOf(row)) ?? 0) > 1;
  return rows.map((row) => (isShared(row) ? { ...row, recordId: null } : row));
}

/** Behind a byte order mark and white space, in whatever encoding: the bytes between are zero in UTF-16. */
function firstCharacter(content: Uint8Array): string {
  const head = String.fromCharCode(...content.subarray(0, 64));
  return /[^\s\0\u00ef\u00bb\u00bf\u00fe\u00ff]/.exec(head)?.[0] ?? '';
}

function textOf(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new UnreadableData('encoding', 'UTF-8');
  }
}
