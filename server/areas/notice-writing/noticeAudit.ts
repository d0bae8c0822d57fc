/** The audit trail of a notice: a chain of its own, an entry for each part that differs. */
import { appendChange } from '../../audit/appendChange.ts';
import { caseEntry, type NewEntry } from '../../audit/auditEntry.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Trx } from '../../storage/database.ts';

export interface NoticeAuthor {
  user: SessionUser;
  requestId: string;
}

interface NoticeChange extends NoticeAuthor {
  noticeKey: number;
  at: Date;
  reason: string;
}

export const recordChange = (
  trx: Trx,
  deps: AuditWorld & CatalogueWorld,
  { noticeKey, at, reason, ...author }: NoticeChange,
  entries: readonly NewEntry[],
) =>
  appendChange(
    trx,
    deps,
    author,
    { sponsorKey: author.user.sponsorKey, scope: 'notice', scopeKey: noticeKey, at, reason },
    entries,
  );

/** An entry for each named part that differs; null is no value. */
export const changedParts = (
  before: Readonly<Record<string, string | null>>,
  after: Readonly<Record<string, string | null>>,
): NewEntry[] =>
  Object.entries(after).flatMap(([part, is]) => {
    const was = before[part] ?? null;
    return was === is ? [] : [caseEntry('change', is ?? '', part, was)];
  });
