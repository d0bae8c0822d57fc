/** Queries on who has a case open. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { changesOfOthers, type SinceRead } from '../../audit/changesOfOthers.store.ts';
import type { CaseRecord } from '../../cases/record/case.store.ts';
import type { Trx } from '../../storage/database.ts';

export interface Presence {
  sponsorKey: number;
  caseKey: number;
  tabId: string;
  userKey: number;
  page: string | null;
  rowNo: number | null;
  item: ItemAddress | null;
  editing: boolean;
  at: Date;
}

/** Writes where a tab is. A tab that another user has named so is left alone. */
export async function putPresence(trx: Trx, presence: Presence): Promise<void> {
  const { sponsorKey, caseKey, tabId, userKey, page, rowNo, item, editing, at } = presence;
  const where = {
    page,
    row_no: rowNo,
    item_id: item?.itemId ?? null,
    item_row_no: item?.rowNo ?? null,
    item_row_no2: item?.rowNo2 ?? null,
    item_row_no3: item?.rowNo3 ?? null,
    editing,
    at,
  };
  await trx
    .insertInto('presence')
    .values({ sponsor_key: sponsorKey, case_key: caseKey, tab_id: tabId, user_key: userKey, ...where })
    .onConflict((conflict) =>
      conflict
        .columns(['sponsor_key', 'case_key', 'tab_id'])
        .doUpdateSet(where)
        .where('presence.user_key', '=', userKey),
    )
    .execute();
}

/** Deletes tabs without a recent heartbeat; skips those that another process is deleting. */
export async function prunePresence(trx: Trx, sponsorKey: number, notSince: Date): Promise<void> {
  await sql`
    delete from presence p using (
      select case_key, tab_id from presence
      where sponsor_key = ${sponsorKey} and at < ${notSince} for update skip locked
    ) gone
    where p.sponsor_key = ${sponsorKey} and p.case_key = gone.case_key and p.tab_id = gone.tab_id`.execute(
    trx,
  );
}

export async function removePresence(
  trx: Trx,
  { sponsorKey, caseKey, tabId, userKey }: Pick<Presence, 'sponsorKey' | 'caseKey' | 'tabId' | 'userKey'>,
): Promise<void> {
  await trx
    .deleteFrom('presence')
    .where('sponsor_key', '=', sponsorKey)
    .where('case_key', '=', caseKey)
    .where('tab_id', '=', tabId)
    .where('user_key', '=', userKey)
    .execute();
}

/** Tabs of other users in a case, by name. */
export const findOthers = (
  trx: Trx,
  { sponsorKey, caseKey, userKey }: Pick<Presence, 'sponsorKey' | 'caseKey' | 'userKey'>,
  notSince: Date,
) =>
  trx
    .selectFrom('presence as p')
    .innerJoin('app_user as u', 'u.user_key', 'p.user_key')
    .selectAll('p')
    .select('u.name')
    .where('p.sponsor_key', '=', sponsorKey)
    .where('p.case_key', '=', caseKey)
    .where('p.user_key', '<>', userKey)
    .where('p.at', '>=', notSince)
    .orderBy('u.name')
    .orderBy('p.tab_id')
    .execute();

/** What others changed on a page of a case after a time, oldest first. */
export const findChanges = (
  trx: Trx,
  version: CaseRecord,
  { page, ...sinceRead }: SinceRead & { page: string },
) =>
  changesOfOthers(trx, version, sinceRead)
    .select(['e.item_id', 'e.row_no', 'e.row_no2', 'e.row_no3', 's.user_name', 's.at'])
    .where('e.page', '=', page)
    .orderBy('s.save_no')
    .execute();
