/** Deleting a file of a notice by itself. A save of the notice restores it. */
import type { DataOf, deleteFile, QueryOf } from '../../../shared/contract/index.ts';
import { caseEntry } from '../../audit/auditEntry.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { changeTime } from '../../cases/record/case.store.ts';
import { isInAdministration } from '../../http/requireAccess.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { fileNotFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { recordChange, type NoticeAuthor } from './noticeAudit.ts';
import { findNoticesWithFile, findWritten, markFile, touchNotice } from './writtenNotices.store.ts';

type World = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld;

/** Marks the file as deleted where the user may write. Throws 404 FILE_NOT_FOUND. */
export const deleteNoticeFile = (
  deps: World,
  author: NoticeAuthor,
  fileKey: string,
  { reason, noticeKey }: QueryOf<typeof deleteFile>,
): Promise<DataOf<typeof deleteFile>> =>
  inSponsor(deps.db, author.user.sponsorKey, async (trx) => {
    const { sponsorKey } = author.user;
    let changedAt: Date | null = null;
    for (const found of await findNoticesWithFile(trx, sponsorKey, fileKey, noticeKey)) {
      const notice = { sponsorKey, noticeKey: found.notice_key };
      const written = await findWritten(trx, sponsorKey, found.notice_key);
      if (!written || (written.notice_all === 'Y' && !isInAdministration(author.user))) continue;
      const at = changeTime(deps.clock.now(), written.changed_at);
      await markFile(trx, notice, fileKey, 'Y');
      await touchNotice(trx, notice, at);
      await recordChange(trx, deps, { ...author, noticeKey: found.notice_key, at, reason }, [
        caseEntry('rowDelete', found.file_name, 'file'),
      ]);
      changedAt = at;
    }
    if (changedAt === null) throw fileNotFound();
    return { changedAt: changedAt.toISOString() };
  });
