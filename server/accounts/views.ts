/** Sessions that see the product as a role or a user does, in the audit trail of the sponsor: who, as whom, from, to. */
import { appendChange, type Author } from '../audit/appendChange.ts';
import { caseEntry, type Chain } from '../audit/auditEntry.ts';
import type { AuditWorld } from '../audit/auditKeys.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { notFound } from '../problems.ts';
import { inSponsor, type DatabaseWorld } from '../storage/database.ts';
import { findViewed, setView, type ViewTarget } from './view.store.ts';

/** What this module needs of the server. */
type ViewsWorld = AuditWorld & CatalogueWorld & DatabaseWorld;

/** menu id */
export const VIEWS = 'MU-AD-VW';

export const viewChain = (sponsorKey: number): Chain => ({ sponsorKey, scope: 'view', scopeKey: 0 });

interface ViewChange {
  sponsorKey: number;
  tokenHash: Buffer;
  target: ViewTarget;
}

/** Throws 404 NOT_FOUND if there is no such role or user. */
export const startView = (
  deps: ViewsWorld,
  author: Author,
  { sponsorKey, tokenHash, target, since, reason }: ViewChange & { since: Date; reason: string },
): Promise<void> =>
  inSponsor(deps.db, sponsorKey, async (trx) => {
    const viewed = await findViewed(trx, sponsorKey, target);
    if (!viewed) throw notFound();
    await setView(trx, tokenHash, { ...target, since });
    const change = { ...viewChain(sponsorKey), at: since, page: VIEWS, reason };
    const kind = target.roleId === null ? 'user' : 'role';
    await appendChange(trx, deps, author, change, [caseEntry('add', viewed.name, kind)]);
  });

/** `until` is recorded beside `since`. */
export const stopView = (
  deps: ViewsWorld,
  author: Author,
  { sponsorKey, tokenHash, target, since, until }: ViewChange & { since: Date; until: Date },
): Promise<void> =>
  inSponsor(deps.db, sponsorKey, async (trx) => {
    const viewed = await findViewed(trx, sponsorKey, target);
    await setView(trx, tokenHash, null);
    const change = { ...viewChain(sponsorKey), at: until, page: VIEWS, reason: '' };
    const span = `${since.toISOString()} – ${until.toISOString()}`;
    const name = viewed?.name ?? String(target.roleId ?? target.userKey);
    await appendChange(trx, deps, author, change, [caseEntry('clear', span, 'end', name)]);
  });
