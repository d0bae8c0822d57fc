/** Reads what a source answered, here or in a worker thread. */
import { gunzipSync } from 'node:zlib';
import { readStudyData } from '../../shared/study-data/readStudyData.ts';
import type { SourceRow, StudyData } from '../../shared/study-data/studyData.ts';
import { UnreadableData, type DataFault } from '../../shared/study-data/unreadableData.ts';

export interface Answer {
  content: Uint8Array;
  /** null: they are in the content, or there are none */
  definitions: Uint8Array | null;
  /** of the file, which names the dataset of a table */
  name: string;
}

/** Rows of one statement: the event loop goes on between two of them. */
const PORTION = 500;

/** A picture whose rows are texts of JSON, some hundred in each: they pass between threads faster than objects. */
export interface Picture extends Omit<StudyData, 'rows'> {
  portions: string[];
  rowCount: number;
}

export const rowsIn = (portion: string): SourceRow[] => JSON.parse(portion) as SourceRow[];

/** Errors lose their class between threads. */
export type ReadAnswer = { pictures: Picture[] } | { fault: DataFault; detail: string; line: number | null };

/** Bytes of what is brought compressed: some of them may stand for gigabytes. */
const MAX_UNPACKED = 256 * 2 ** 20;

export const isCompressed = (content: Uint8Array): boolean => content[0] === 0x1f && content[1] === 0x8b;

/** Throws `UnreadableData`. */
function unpacked(content: Uint8Array): Uint8Array {
  try {
    return isCompressed(content) ? gunzipSync(content, { maxOutputLength: MAX_UNPACKED }) : content;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UnreadableData(code === 'ERR_BUFFER_TOO_LARGE' ? 'tooLarge' : 'malformed', `gzip: ${message}`);
  }
}

export async function readAnswer({ content, definitions, name }: Answer): Promise<ReadAnswer> {
  try {
    const pictures = await readStudyData(unpacked(content), name.replace(/\.gz$/i, ''));
    const defined = definitions === null ? [] : await readStudyData(definitions, name);
    return {
      pictures: pictures.map(({ rows, ...picture }) => ({
        ...picture,
        metadata:
          picture.metadata ?? defined.find(({ studyOid }) => studyOid === picture.studyOid)?.metadata ?? null,
        rowCount: rows.length,
        portions: Array.from({ length: Math.ceil(rows.length / PORTION) }, (_, at) =>
          JSON.stringify(rows.slice(at * PORTION, (at + 1) * PORTION)),
        ),
      })),
    };
  } catch (error) {
    if (!(error instanceof UnreadableData)) throw error;
    return { fault: error.fault, detail: error.detail, line: error.line };
  }
}
