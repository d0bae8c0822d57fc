/** Tokens of programs of any user, ended by administrators. */
import { endToken, findTokenOwner } from '../../accounts/apiToken.store.ts';
import { recordUserEvent } from '../../accounts/userAudit.ts';
import type { Author as AuditAuthor } from '../../audit/appendChange.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { notFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';

/** What this module needs of the server. */
type TokenWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld;

/** Into the audit trail of the user it worked for. Throws 404 NOT_FOUND. */
export const endTokenOf = (
  deps: TokenWorld,
  author: AuditAuthor & { user: SessionUser },
  { tokenKey, reason }: { tokenKey: string; reason: string },
): Promise<void> =>
  inSponsor(deps.db, author.user.sponsorKey, async (trx) => {
    const { sponsorKey } = author.user;
    const at = deps.clock.now();
    const userKey = await findTokenOwner(trx, sponsorKey, tokenKey);
    if (userKey === undefined || !(await endToken(trx, { sponsorKey, userKey, tokenKey, at })))
      throw notFound();
    const event = { sponsorKey, userKey, at, what: 'userToken', event: 'removed', reason } as const;
    await recordUserEvent(trx, deps, author, event);
  });
