/** The spreadsheet of an import with a comment at each cell that cannot be read, to be corrected and sent again. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { cellProblemText } from '../../../shared/entry/cellProblemText.ts';
import { commentedXlsx } from '../../files/commentedXlsx.ts';
import { findFiles, findMessages } from '../../case-import/importRun.store.ts';
import type { FilesWorld } from '../../files/fileStore.ts';
import { XLSX_MEDIA_TYPE } from '../../files/xlsx.ts';
import type { FileAnswer } from '../../http/fileAnswer.ts';
import type { UploadsWorld } from '../../http/upload.ts';
import { notFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import type { Reader } from './importMessages.service.ts';
import { ownRun } from './ownRun.ts';

/** Throws 404 IMPORT_NOT_FOUND, and NOT_FOUND for a file that has no such cells. */
export async function commentedFile(
  deps: DatabaseWorld & FilesWorld & UploadsWorld,
  { user, language }: Reader,
  { runKey, fileNo }: { runKey: string; fileNo: number },
): Promise<FileAnswer> {
  const { file, cells } = await inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const run = await ownRun(trx, user, runKey);
    const files = await findFiles(trx, run);
    const messages = await findMessages(trx, run, fileNo);
    return {
      file: files.find(({ file_no }) => file_no === fileNo),
      cells: messages.flatMap(({ details }) => details.cells ?? []),
    };
  });
  const content = file && cells.length > 0 ? await deps.files.stream(file.file_key) : null;
  if (!file || !content) throw notFound();
  return new Promise((answer, refuse) => {
    const made = deps.uploads.folders.use(async (folder) => {
      const path = join(folder, 'file.xlsx');
      await pipeline(content, createWriteStream(path));
      const body = await commentedXlsx(
        path,
        cells.map(({ problem, ...cell }) => ({ ...cell, text: cellProblemText(problem, language) })),
      );
      const isSent = once(body, 'close');
      answer({ fileName: file.file_name, mediaType: XLSX_MEDIA_TYPE, body });
      // the answer is read from the folder
      await isSent;
    });
    made.catch(refuse);
  });
}
