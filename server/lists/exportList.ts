/** A list as a file that is streamed while it is read: for programs, and for files without a wait. */
import type { Readable } from 'node:stream';
import type { XlsxCell } from '../files/xlsx.ts';
import type { LogWorld } from '../ports/log.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import type { FileAnswer } from '../http/fileAnswer.ts';
import { every } from '../jobs/every.ts';
import { inSponsor } from '../storage/database.ts';
import type { ListDeps } from './answerList.ts';
import { endExport, insertExport, noteExported } from './listExport.store.ts';
import type { ListCaller, ListSource } from './listSource.ts';
import { openExport, type ExportQuery } from './openExport.ts';

const NOTED_EVERY_MS = 1000;

/** The file of all matching rows; it ends when the client disconnects. Throws the problems of `openExport`. */
export async function exportList(
  deps: ListDeps & UuidWorld & LogWorld,
  caller: ListCaller,
  list: ListSource,
  query: ExportQuery,
): Promise<FileAnswer> {
  const { exportKey = deps.newUuid() } = query;
  const { user } = caller;
  const inList = <T>(work: Parameters<typeof inSponsor<T>>[2]) => inSponsor(deps.db, user.sponsorKey, work);
  const opened = await openExport(deps, caller, list, query, (trx, record) =>
    insertExport(trx, user, { ...record, exportKey }),
  );

  let written = 0;
  let isWhole = false;
  const note = async () => {
    await inList((trx) => noteExported(trx, user.sponsorKey, exportKey, written, deps.clock.now()));
  };
  const end = () => inList((trx) => endExport(trx, user.sponsorKey, exportKey, { isWhole, rows: written }));
  /** Ends the export of a client that disconnects before the first row: its rows are never read. */
  const ended = (body: Readable): Readable =>
    body.once('close', () => {
      if (isWhole) return;
      end().catch((error: unknown) =>
        deps.log.error({ err: error, exportKey }, 'the end of an export could not be stored'),
      );
    });

  async function* portions(): AsyncGenerator<XlsxCell[][]> {
    const stopNoting = every(NOTED_EVERY_MS, note, (error) =>
      deps.log.error({ err: error, exportKey }, 'the progress of an export could not be stored'),
    );
    try {
      for await (const rows of opened.readRows()) {
        yield rows;
        written += rows.length;
      }
      isWhole = true;
    } finally {
      await stopNoting();
      await end();
    }
  }

  const { fileName, mediaType, missing } = opened;
  return { fileName, mediaType, missing, body: ended(opened.write(portions())) };
}
