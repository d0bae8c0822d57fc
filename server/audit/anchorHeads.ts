/** Anchors the ends of chains: the daily work on the anchor file. */
import { sql } from 'kysely';
import { eachSponsor } from '../accounts/sponsors.store.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { AuditScope } from '../storage/auditTables.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../storage/database.ts';
import { nameOfChain, type AnchorHead, type AnchorsWorld } from './anchorFile.ts';
import { appendRecords, inAnchoring } from './appendRecords.ts';
import type { AuditWorld } from './auditKeys.ts';
import { requireLatestKey } from './latestKey.ts';
import { isSealed, type StoredHead } from './sealedHead.ts';

/** Heads of a record, and of a transaction: saves of these cases wait so long. */
const HEADS_PER_RECORD = 1000;

type World = DatabaseWorld & ClockWorld & AuditWorld & AnchorsWorld;

type FoundHead = StoredHead & { scope: AuditScope; scope_key: number };

/** Anchors all heads that changed since they were anchored. A head without a valid seal is not anchored. */
export async function anchorHeads(world: World, signal?: AbortSignal): Promise<number> {
  let count = 0;
  await eachSponsor(
    world.db,
    async (sponsorKey) => {
      let after: Pick<FoundHead, 'scope' | 'scope_key'> | null = null;
      do {
        signal?.throwIfAborted();
        const found: FoundHead[] = await anchorNext(world, sponsorKey, after);
        count += found.length;
        after = found.at(-1) ?? null;
      } while (after);
    },
    signal,
  );
  return count;
}

/** The file is written under its lock, and then the heads are marked, in the transaction that has read them. */
const anchorNext = (
  world: World,
  sponsorKey: number,
  after: Pick<FoundHead, 'scope' | 'scope_key'> | null,
): Promise<FoundHead[]> =>
  inAnchoring(world, async (lock) => {
    // a record under the former key would hide that another one is in use
    await requireLatestKey(lock, world.auditKeys);
    return inSponsor(world.db, sponsorKey, async (trx) => {
      const found = await findNotAnchored(trx, sponsorKey, after);
      const sealed = found.filter((head) => isValid(world, sponsorKey, head));
      if (sealed.length > 0) {
        const heads = sealed.map((head): AnchorHead => [
          nameOfChain({ sponsorKey, scope: head.scope, scopeKey: head.scope_key }),
          head.save_no,
          head.hash,
        ]);
        await appendRecords(lock, world, [{ kind: 'heads', heads }]);
        await markAnchored(trx, sponsorKey, sealed);
      }
      return found;
    });
  });

const isValid = ({ auditKeys }: World, sponsorKey: number, head: FoundHead): boolean =>
  isSealed(auditKeys.find, { sponsorKey, scope: head.scope, scopeKey: head.scope_key }, head) === 'valid';

async function findNotAnchored(
  trx: Trx,
  sponsorKey: number,
  after: Pick<FoundHead, 'scope' | 'scope_key'> | null,
): Promise<FoundHead[]> {
  const { rows } = await sql<FoundHead>`
    select scope, scope_key, save_no, hash, seal, key_id, adopted_to from audit_head
    where sponsor_key = ${sponsorKey} and not anchored
      and (scope, scope_key) > (${after?.scope ?? ''}, ${after?.scope_key ?? 0}::bigint)
    order by scope, scope_key limit ${HEADS_PER_RECORD}`.execute(trx);
  return rows;
}

/** A head that was saved meanwhile is anchored the next time. */
const markAnchored = (trx: Trx, sponsorKey: number, heads: readonly FoundHead[]) =>
  sql`
    update audit_head h set anchored = true
    from unnest(${heads.map(({ scope }) => scope)}::text[], ${heads.map((head) => head.scope_key)}::bigint[],
      ${heads.map((head) => head.save_no)}::int[]) as a (scope, scope_key, save_no)
    where h.sponsor_key = ${sponsorKey} and h.scope = a.scope and h.scope_key = a.scope_key
      and h.save_no = a.save_no`.execute(trx);
