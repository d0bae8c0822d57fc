/** Who has a case open, and what they saved since. */
import { maySee } from '../../cases/record/caseAccess.ts';
import type { BodyOf, DataOf } from '../../../shared/contract/call.ts';
import type { announcePresence, listPresence } from '../../../shared/contract/presence.ts';
import { findVisibleCase } from '../../cases/record/caseAccess.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { SessionUser } from '../../http/session.ts';
import { openSince } from '../../presence/editors.store.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { findChanges, findOthers, prunePresence, putPresence, removePresence } from './presence.store.ts';

/** What this module needs of the server. */
type PresenceWorld = CatalogueWorld & ClockWorld & DatabaseWorld;

export interface Tab {
  caseKey: number;
  tabId: string;
}

/** Notes where the tab is; answers who else is there and what others changed on its page since it was read. */
export function announce(
  { db, clock, catalogue }: PresenceWorld,
  user: SessionUser,
  { caseKey, tabId }: Tab,
  { since, ...where }: BodyOf<typeof announcePresence>,
): Promise<DataOf<typeof announcePresence>> {
  const { sponsorKey, userKey } = user;
  const at = clock.now();
  return inSponsor(db, sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    const notSince = openSince(at);
    await prunePresence(trx, sponsorKey, notSince);
    await putPresence(trx, { sponsorKey, caseKey, tabId, userKey, ...where, at });
    const isOlder = since !== null && found.retrieved_at > new Date(since);
    const changes =
      isOlder && where.page !== null
        ? await findChanges(trx, found, { userKey, page: where.page, since: new Date(since) })
        : [];
    return {
      others: await seenOthers(trx, { catalogue }, user, { caseKey, notSince }),
      retrievedAt: found.retrieved_at.toISOString(),
      changes: changes
        .filter(({ item_id }) => maySee({ catalogue }, user, item_id))
        .map((change) => ({
          itemId: change.item_id,
          rowNo: change.row_no,
          rowNo2: change.row_no2,
          rowNo3: change.row_no3,
          userName: change.user_name,
          at: change.at.toISOString(),
        })),
    };
  });
}

export function othersIn(
  { db, clock, catalogue }: PresenceWorld,
  user: SessionUser,
  caseKey: number,
): Promise<DataOf<typeof listPresence>> {
  return inSponsor(db, user.sponsorKey, async (trx) => {
    await findVisibleCase(trx, user, caseKey);
    return {
      others: await seenOthers(trx, { catalogue }, user, { caseKey, notSince: openSince(clock.now()) }),
    };
  });
}

export async function leave(
  { db }: PresenceWorld,
  { sponsorKey, userKey }: SessionUser,
  tab: Tab,
): Promise<void> {
  await inSponsor(db, sponsorKey, (trx) => removePresence(trx, { sponsorKey, userKey, ...tab }));
}

type Person = DataOf<typeof listPresence>['others'][number];

/** The others in a case; without the item that one is in where the user does not see it. */
async function seenOthers(
  trx: Trx,
  world: CatalogueWorld,
  user: SessionUser,
  { caseKey, notSince }: { caseKey: number; notSince: Date },
): Promise<Person[]> {
  const found = await findOthers(trx, { ...user, caseKey }, notSince);
  return found.map((one) => ({
    tabId: one.tab_id,
    userKey: one.user_key,
    userName: one.name,
    page: one.page,
    rowNo: one.row_no,
    item:
      one.item_id === null || !maySee(world, user, one.item_id)
        ? null
        : {
            itemId: one.item_id,
            rowNo: one.item_row_no ?? 0,
            rowNo2: one.item_row_no2 ?? 0,
            rowNo3: one.item_row_no3 ?? 0,
          },
    editing: one.editing,
  }));
}
