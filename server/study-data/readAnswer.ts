/** Reads what a source answered, here or in a worker thread. */
import { readStudyData } from '../../shared/study-data/readStudyData.ts';
import type { StudyData } from '../../shared/study-data/studyData.ts';
import { UnreadableData, type DataFault } from '../../shared/study-data/unreadableData.ts';

export interface Answer {
  content: Uint8Array;
  /** null: they are in the content, or there are none */
  definitions: Uint8Array | null;
  /** of the file, which names the dataset of a table */
  name: string;
}

/** Errors lose their class between threads. */
export type ReadAnswer =
  | { pictures: StudyData[] }
  | { fault: DataFault; detail: string; line: number | null };

export async function readAnswer({ content, definitions, name }: Answer): Promise<ReadAnswer> {
  try {
    const pictures = await readStudyData(content, name);
    const defined = definitions === null ? [] : await readStudyData(definitions, name);
    return {
      pictures: pictures.map((picture) => ({
        ...picture,
        metadata:
          picture.metadata ?? defined.find(({ studyOid }) => studyOid === picture.studyOid)?.metadata ?? null,
      })),
    };
  } catch (error) {
    if (!(error instanceof UnreadableData)) throw error;
    return { fault: error.fault, detail: error.detail, line: error.line };
  }
}
