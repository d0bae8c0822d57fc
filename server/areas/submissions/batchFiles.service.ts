/** Files of submissions that users download: frozen batches and what receivers sent. */
import type { FilesWorld } from '../../files/fileStore.ts';
import type { FileAnswer } from '../../http/fileAnswer.ts';
import type { SessionUser } from '../../http/session.ts';
import { answerNotFound, fileNotFound, noPrivilege } from '../../problems.ts';
import { readInSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { fileNameOf } from '../../submissions/outgoingName.ts';
import { findInbox } from '../../submissions/inbox.store.ts';
import { seesAllOf } from '../../cases/record/quotedText.store.ts';
import { seesUnmatched, visibleBatch } from './submissionAccess.ts';
import { findEventFile } from './submissions.store.ts';

type FileWorld = DatabaseWorld & FilesWorld;

/** Throws 403 NO_PRIVILEGE for a file that may hold what the user may not see, and 404 FILE_NOT_FOUND. */
export async function batchFile(world: FileWorld, user: SessionUser, batchKey: number): Promise<FileAnswer> {
  const batch = await readInSponsor(world.db, user.sponsorKey, (trx) => visibleBatch(trx, user, batchKey));
  if (!seesAllOf(batch, user)) throw noPrivilege();
  return stored(world, batch.file_key, fileNameOf(batch));
}

/** Throws as `batchFile` does: an answer may quote what it answers. */
export async function eventFile(
  world: FileWorld,
  user: SessionUser,
  { batchKey, eventKey }: { batchKey: number; eventKey: number },
): Promise<FileAnswer> {
  const fileKey = await readInSponsor(world.db, user.sponsorKey, async (trx) => {
    const batch = await visibleBatch(trx, user, batchKey);
    if (!seesAllOf(batch, user)) throw noPrivilege();
    return findEventFile(trx, batch, eventKey);
  });
  return stored(world, fileKey, `acknowledgement-${eventKey}.xml`);
}

export async function unmatchedFile(
  world: FileWorld,
  user: SessionUser,
  inboxKey: number,
): Promise<FileAnswer> {
  const found = await readInSponsor(world.db, user.sponsorKey, (trx) =>
    findInbox(trx, user.sponsorKey, inboxKey),
  );
  if (!found || !seesUnmatched(user)) throw answerNotFound();
  return stored(world, found.file_key, found.file_name);
}

async function stored({ files }: FilesWorld, fileKey: string | null, fileName: string): Promise<FileAnswer> {
  const body = fileKey === null ? null : await files.stream(fileKey);
  if (!body) throw fileNotFound();
  return { fileName, mediaType: 'application/xml', body, isStored: true };
}
