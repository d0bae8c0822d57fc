/** The life of records: released, retired, deleted, restored, copied. */
import type { BodyOf, changeRecordLife, copyRecord, DataOf } from '../../../shared/contract/index.ts';
import type { RecordKind } from '../../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import { isInUse, lifeAfter, type RecordAction } from '../../../shared/records/recordLife.ts';
import { fold } from '../../../shared/text/fold.ts';
import { caseEntry } from '../../audit/auditEntry.ts';
import { changeTime } from '../../cases/record/case.store.ts';
import { contentOf, type Change } from '../../cases/record/pageDoc.ts';
import type { SessionUser } from '../../http/session.ts';
import {
  approvesOwnRecord,
  lastRecord,
  noPrivilege,
  recordActionRefused,
  recordNameTaken,
} from '../../problems.ts';
import { findVisibleRecord, kindOf, lockVisibleRecord, mayAdd } from '../../records/recordAccess.ts';
import { approveRecord } from '../../records/consequences.ts';
import { findRecordDocs, hasOtherInUse, hasOtherOfName, type RecordRow } from '../../records/record.store.ts';
import { addRecordWith } from '../../records/newRecord.ts';
import { lifeEntry, LIFE_ENTRIES, refOf, storeRecord } from '../../records/saveRecord.ts';
import { inSponsor, type Trx } from '../../storage/database.ts';
import type { RecordAuthor, RecordsWorld } from './recordPages.service.ts';

interface Subject {
  kind: string;
  recordKey: number;
}

const flag = (deleted: boolean) => (deleted ? 'Y' : 'N');

/**
 * Throws 404 RECORD_NOT_FOUND, 409 RECORD_ACTION_REFUSED if the record is not in a state for it, LAST_RECORD if it is
 * the last one in use of a kind that needs one, RECORD_NAME_TAKEN if it would be a second one of its name,
 * APPROVES_OWN_RECORD if an author would approve it, and what its kind refuses.
 */
export function changeLife(
  deps: RecordsWorld,
  { user, requestId }: RecordAuthor,
  { kind: name, recordKey, action, reason }: Subject & BodyOf<typeof changeRecordLife>,
): Promise<DataOf<typeof changeRecordLife>> {
  const kind = kindOf(deps, name);
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await lockVisibleRecord(trx, user, kind, recordKey);
    const life = { state: found.state, deleted: found.del_flag === 'Y' };
    const next = lifeAfter(life, action);
    if (!next) throw recordActionRefused(life);
    if (kind.keepOne && isInUse(life) && !isInUse(next) && !(await hasOtherInUse(trx, refOf(found))))
      throw lastRecord();
    if (await isSecondOfName(trx, kind, found, action)) throw recordNameTaken(found.name);
    const change = { at: changeTime(deps.clock.now(), found.retrieved_at), by: user.userId };
    const approved =
      action === 'release' && kind.approval
        ? await approvedNow(trx, deps, user, { kind, found, change })
        : {};
    const entries = [
      ...(next.state === life.state ? [] : [lifeEntry(LIFE_ENTRIES.state, life.state, next.state)]),
      ...(next.deleted === life.deleted
        ? []
        : [lifeEntry(LIFE_ENTRIES.deleted, flag(life.deleted), flag(next.deleted))]),
    ];
    await storeRecord(
      trx,
      deps,
      { kind, found },
      { user, reason, requestId, change },
      {
        page: '',
        docs: [],
        entries: [{ source: 'screen', entries }],
        row: { state: next.state, del_flag: flag(next.deleted), ...approved },
      },
    );
    return next;
  });
}

/** While a record was deleted, and since it was copied, another one may have got, or kept, its name. */
const isSecondOfName = async (
  trx: Trx,
  { sameNames }: RecordKind,
  found: RecordRow,
  action: RecordAction,
): Promise<boolean> =>
  (action === 'restore' || action === 'release') &&
  !sameNames &&
  found.name !== '' &&
  hasOtherOfName(trx, refOf(found), fold(found.name));

interface Approval {
  kind: RecordKind;
  found: RecordRow;
  change: Change;
}

/** Four eyes: who wrote a record does not approve it. */
async function approvedNow(
  trx: Trx,
  deps: RecordsWorld,
  user: SessionUser,
  { kind, found, change }: Approval,
) {
  if (found.authors.includes(user.userId)) throw approvesOwnRecord();
  await approveRecord(trx, deps, user, kind, found);
  return { approved_by: change.by, approved_at: change.at };
}

/** Adds a draft with the content of a record. Its name is the same until it is changed. */
export function copyOfRecord(
  deps: RecordsWorld,
  { user, requestId }: RecordAuthor,
  { kind: name, recordKey, reason }: Subject & BodyOf<typeof copyRecord>,
): Promise<DataOf<typeof copyRecord>> {
  const kind = kindOf(deps, name);
  if (!mayAdd(kind, user)) throw noPrivilege();
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const source = await findVisibleRecord(trx, user, kind, recordKey);
    const content = described(kind, contentOf(await findRecordDocs(trx, refOf(source))));
    const change = { at: deps.clock.now(), by: user.userId };
    const key = await addRecordWith(
      trx,
      deps,
      {
        kind,
        sponsorKey: user.sponsorKey,
        state: 'draft',
        content,
        source: 'screen',
        before: [caseEntry('copy', `${source.name} (${recordKey})`)],
      },
      { user, reason, requestId, change },
    );
    return { recordKey: key };
  });
}

/** Without items and groups that the schema files of the kind no longer have. */
const described = ({ catalogue }: RecordKind, { values, rows }: CaseContent): CaseContent => ({
  values: values.filter(({ itemId }) => Object.hasOwn(catalogue.items, itemId)),
  rows: rows.filter(({ group }) => Object.hasOwn(catalogue.groups, group)),
});
