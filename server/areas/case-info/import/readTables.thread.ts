/** Reads the file of an import of records in a worker thread: a stranger may have made it. */
import { open } from 'node:fs/promises';
import type { RecordKind } from '../../../../schemas/compile/catalogue.types.ts';
import {
  readRecords,
  type ReadRecords,
  type ReadWorld,
} from '../../../../shared/records/tables/readRecords.ts';
import { readCsv } from '../../../files/readCsv.ts';
import { readXlsx, UnreadableTable } from '../../../files/readXlsx.ts';
import { threadFunction } from '../../../threads/threadTask.ts';

export interface TablesInput {
  path: string;
  kind: RecordKind;
  world: ReadWorld;
}

export const readTables = threadFunction(
  async ({ path, kind, world }: TablesInput): Promise<ReadRecords | { unreadable: string }> => {
    try {
      const tables = (await isZip(path)) ? await readXlsx(path) : [await readCsv(path)];
      return readRecords(kind, tables, world);
    } catch (error) {
      if (error instanceof UnreadableTable) return { unreadable: error.message };
      throw error;
    }
  },
);

async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2);
    return buffer.toString('latin1', 0, bytesRead) === 'PK';
  } finally {
    await file.close();
  }
}
