/** Ends what another person may hold of an account: its sessions, and its tokens of programs (decisions 0389, 0414). */
import type { Author } from '../audit/appendChange.ts';
import { forSponsor, type Trx } from '../storage/database.ts';
import { endTokensOf } from './apiToken.store.ts';
import { endSessions } from './session.store.ts';
import { recordUserEvent, type UserAuditWorld } from './userAudit.ts';

/** Of a user everywhere, but for one session, or in one sponsor. */
type Part = 'all' | { allBut: Buffer } | { sponsorKey: number };

interface Why {
  reason: string;
  at: Date;
}

export async function endAccess(
  trx: Trx,
  deps: UserAuditWorld,
  author: Author,
  { userKey, part, ...why }: { userKey: number; part: Part } & Why,
): Promise<void> {
  await endSessions(trx, userKey, part, why);
  const sponsorKey = part !== 'all' && 'sponsorKey' in part ? part.sponsorKey : null;
  await endTokens(trx, deps, author, { userKey, sponsorKey, ...why });
}

/** The tokens of a user, in one sponsor or (null) in all; what ended is in the audit trail of the user in each. */
export async function endTokens(
  trx: Trx,
  deps: UserAuditWorld,
  author: Author,
  { userKey, sponsorKey, reason, at }: { userKey: number; sponsorKey: number | null } & Why,
): Promise<void> {
  const ended = await endTokensOf(trx, { userKey, sponsorKey, at });
  // in one order: of two who end tokens at once one waits
  const bySponsor = [...Map.groupBy(ended, ({ sponsor_key }) => sponsor_key)].toSorted(([a], [b]) => a - b);
  for (const [of, tokens] of bySponsor) {
    const names = tokens.map(({ name }) => name);
    const event = { userKey, at, what: 'userToken', event: 'removed', names, reason } as const;
    await forSponsor(trx, of, () => recordUserEvent(trx, deps, author, { sponsorKey: of, ...event }));
  }
}
