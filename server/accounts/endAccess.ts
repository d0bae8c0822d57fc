/** Ends what another person may hold of an account: its sessions, and its tokens of programs (decision 0389). */
import type { Trx } from '../storage/database.ts';
import { endTokensOf } from './apiToken.store.ts';
import { endSessions } from './session.store.ts';

/** Of a user everywhere, but for one session, or in one sponsor. */
type Part = 'all' | { allBut: Buffer } | { sponsorKey: number };

export async function endAccess(
  trx: Trx,
  userKey: number,
  part: Part,
  why: { reason: string; at: Date },
): Promise<void> {
  await endSessions(trx, userKey, part, why);
  const sponsorKey = part !== 'all' && 'sponsorKey' in part ? part.sponsorKey : null;
  await endTokensOf(trx, { userKey, sponsorKey, at: why.at });
}
