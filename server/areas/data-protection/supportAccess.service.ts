/** Support accesses: a sponsor lets a system administrator see its data for some days, and sees that it does. */
import type {
  BodyOf,
  DataOf,
  grantSupportAccess,
  readSupportAccesses,
} from '../../../shared/contract/index.ts';
import {
  endAccess,
  findGranted,
  findSystemAdministrator,
  insertAccess,
} from '../../accounts/supportAccess.store.ts';
import { ADMIN_SPONSOR_KEY } from '../../../shared/access/systemAdminRoutes.ts';
import { lockSponsor } from '../../accounts/sponsors.store.ts';
import { appendChange, type Author } from '../../audit/appendChange.ts';
import { caseEntry } from '../../audit/auditEntry.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { invalidUserId, noSupportAccess, notFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { SUPPORT, supportChain } from './supportAuditList.ts';

/** What this module needs of the server. */
type SupportWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld;

type SupportAuthor = Author & { user: SessionUser };

const DAY_MS = 86_400_000;

export const accessesOf = (
  { db, clock }: SupportWorld,
  { sponsorKey }: SessionUser,
): Promise<DataOf<typeof readSupportAccesses>> =>
  inSponsor(db, sponsorKey, async (trx) => ({
    possible: sponsorKey !== ADMIN_SPONSOR_KEY,
    listInfo: (await findGranted(trx, sponsorKey)).map((one) => ({
      accessNo: one.access_no,
      userId: one.user_id,
      userName: one.name,
      reason: one.reason,
      grantedBy: one.granted_by,
      grantedAt: one.granted_at.toISOString(),
      until: one.until_at.toISOString(),
      endedAt: one.ended_at?.toISOString() ?? null,
      endedBy: one.ended_by,
      lastUsedAt: one.last_used_at?.toISOString() ?? null,
      open: one.ended_at === null && one.until_at > clock.now(),
    })),
  }));

/** Throws 409 NO_SUPPORT_ACCESS for the sponsor of administration mode, 422 INVALID_USER_ID where no active system administrator has the id. */
export const grant = (
  deps: SupportWorld,
  author: SupportAuthor,
  { userId, days, reason }: BodyOf<typeof grantSupportAccess>,
): Promise<void> => {
  const { sponsorKey, userName } = author.user;
  if (sponsorKey === ADMIN_SPONSOR_KEY) throw noSupportAccess();
  return inSponsor(deps.db, sponsorKey, async (trx) => {
    await lockSponsor(trx, sponsorKey);
    const administrator = await findSystemAdministrator(trx, userId.trim());
    if (!administrator) throw invalidUserId();
    const at = deps.clock.now();
    const until = new Date(at.getTime() + days * DAY_MS);
    const { user_key: userKey, user_id, name } = administrator;
    await insertAccess(trx, { sponsorKey, userKey, grantedBy: userName, reason, at, until });
    await appendChange(trx, deps, author, { ...supportChain(sponsorKey), at, page: SUPPORT, reason }, [
      caseEntry('add', `${name} (${user_id}), ${until.toISOString()}`, 'grant'),
    ]);
  });
};

/** Throws 404 NOT_FOUND for an access that is over. */
export const endOf = (
  deps: SupportWorld,
  author: SupportAuthor,
  { accessNo, reason }: { accessNo: number; reason: string },
): Promise<void> => {
  const { sponsorKey, userName } = author.user;
  return inSponsor(deps.db, sponsorKey, async (trx) => {
    await lockSponsor(trx, sponsorKey);
    const at = deps.clock.now();
    const access = (await findGranted(trx, sponsorKey)).find((one) => one.access_no === accessNo);
    if (!access || !(await endAccess(trx, { sponsorKey, accessNo, by: userName, at }))) throw notFound();
    await appendChange(trx, deps, author, { ...supportChain(sponsorKey), at, page: SUPPORT, reason }, [
      caseEntry('clear', '', 'end', `${access.name} (${access.user_id})`),
    ]);
  });
};
