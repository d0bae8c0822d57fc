/** Where a person occurs: the personal items of all versions of cases, and the records of people. */
import { personalItems } from '../../../shared/masking/maskContent.ts';
import { hasAnyPrivilege } from '../../../shared/access/privileges.ts';
import { MAX_PERSON_HITS, type DataOf, type searchPersons } from '../../../shared/contract/index.ts';
import { parseDateEntry } from '../../../shared/dates/dateEntry.ts';
import { fold } from '../../../shared/text/fold.ts';
import { storable } from '../../../shared/text/storable.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { maySee } from '../../cases/record/caseAccess.ts';
import { noteCaseRead } from '../../cases/record/caseReads.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { noPrivilege } from '../../problems.ts';
import { readInSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { findPersonalRecords, findPersonalValues } from './persons.store.ts';

/** What this module needs of the server. */
type PersonsWorld = CatalogueWorld & ClockWorld & DatabaseWorld;

/**
 * The values and records that contain the text, each case noted as read by the user. Throws 403 NO_PRIVILEGE for users who
 * may not read cases.
 */
export async function personsWith(
  { db, catalogue, clock }: PersonsWorld,
  user: SessionUser,
  typed: string,
): Promise<DataOf<typeof searchPersons>> {
  if (!hasAnyPrivilege(user.privileges, ['READ.CASE', 'EDIT.CASE'])) throw noPrivilege();
  const { whole } = catalogue;
  const itemIds = personalItems(whole).filter((itemId) => maySee({ catalogue }, user, itemId));
  const text = fold(storable(typed.trim()));
  const at = clock.now();
  const entered = parseDateEntry(typed, { at, timeZone: user.timeZone });
  const date = entered.ok
    ? { itemIds: itemIds.filter((itemId) => whole.items[itemId]?.control === 'date'), stored: entered.value }
    : null;
  const found = await readInSponsor(db, user.sponsorKey, async (trx) => ({
    values: await findPersonalValues(trx, user, { itemIds, text, date, limit: MAX_PERSON_HITS + 1 }),
    records: await findPersonalRecords(trx, user.sponsorKey, text, MAX_PERSON_HITS + 1),
  }));
  const cases = found.values.slice(0, MAX_PERSON_HITS).map((one) => ({
    caseKey: one.case_key,
    caseNo: one.case_no,
    versionNo: one.version_no,
    page: one.page,
    itemId: one.item_id,
    value: one.value,
  }));
  for (const caseKey of new Set(cases.map((one) => one.caseKey)))
    await noteCaseRead(db, user, { caseKey, kind: 'read', at });
  return {
    cases,
    records: found.records.slice(0, MAX_PERSON_HITS).map((one) => ({
      kind: one.kind,
      recordKey: one.record_key,
      name: one.name,
      deleted: one.del_flag === 'Y',
    })),
    more: Math.max(found.values.length, found.records.length) > MAX_PERSON_HITS,
  };
}
