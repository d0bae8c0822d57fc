/** Who has a case open, and what they saved since. */
import { maySee } from '../../cases/record/caseAccess.ts';
import type { BodyOf, DataOf } from '../../../shared/contract/call.ts';
import type { announcePresence, listPresence } from '../../../shared/contract/presence.ts';
import { findVisibleCase } from '../../cases/record/caseAccess.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { SessionUser } from '../../http/session.ts';
import { openSince } from '../../presence/editors.store.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
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
    const reader = { sponsorKey, rootCaseKey: found.root_case_key, caseKey, userKey };
    const changes =
      isOlder && where.page !== null
        ? await findChanges(trx, { ...reader, page: where.page, since: new Date(since) })
        : [];
    return {
      others: (await findOthers(trx, { sponsorKey, caseKey, userKey }, notSince)).map(personOf),
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
  { db, clock }: PresenceWorld,
  user: SessionUser,
  caseKey: number,
): Promise<DataOf<typeof listPresence>> {
  const { sponsorKey, userKey } = user;
  return inSponsor(db, sponsorKey, async (trx) => {
    await findVisibleCase(trx, user, caseKey);
    const notSince = openSince(clock.now());
    return { others: (await findOthers(trx, { sponsorKey, caseKey, userKey }, notSince)).map(personOf) };
  });
}

export async function leave(
  { db }: PresenceWorld,
  { sponsorKey, userKey }: SessionUser,
  tab: Tab,
): Promise<void> {
  await inSponsor(db, sponsorKey, (trx) => removePresence(trx, { sponsorKey, userKey, ...tab }));
}

type Found = Awaited<ReturnType<typeof findOthers>>[number];

const personOf = (found: Found): DataOf<typeof listPresence>['others'][number] => ({
  tabId: found.tab_id,
  userKey: found.user_key,
  userName: found.name,
  page: found.page,
  rowNo: found.row_no,
  item:
    found.item_id === null
      ? null
      : {
          itemId: found.item_id,
          rowNo: found.item_row_no ?? 0,
          rowNo2: found.item_row_no2 ?? 0,
          rowNo3: found.item_row_no3 ?? 0,
        },
  editing: found.editing,
});
