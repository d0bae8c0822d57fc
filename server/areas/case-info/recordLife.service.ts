/** The life of records: released, retired, deleted, restored, copied; and where they are used. */
import type {
  BodyOf,
  changeRecordLife,
  copyRecord,
  DataOf,
  readRecordUses,
} from '../../../shared/contract/index.ts';
import type { RecordKind } from '../../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import { lifeAfter } from '../../../shared/records/recordLife.ts';
import { caseEntry } from '../../audit/auditEntry.ts';
import { changeTime } from '../../cases/record/case.store.ts';
import { contentOf } from '../../cases/record/pageDoc.ts';
import type { SessionUser } from '../../http/session.ts';
import { noPrivilege, recordActionRefused } from '../../problems.ts';
import { findVisibleRecord, kindOf, lockVisibleRecord, mayAdd } from '../../records/recordAccess.ts';
import { findRecordDocs } from '../../records/record.store.ts';
import { addRecordWith } from '../../records/newRecord.ts';
import { lifeEntry, LIFE_ENTRIES, refOf, storeRecord } from '../../records/saveRecord.ts';
import { inSponsor, readInSponsor, type DatabaseWorld } from '../../storage/database.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { RecordAuthor, RecordsWorld } from './recordPages.service.ts';
import { findCasesWith, findUsersLimitedTo } from './recordUses.store.ts';

interface Subject {
  kind: string;
  recordKey: number;
}

const flag = (deleted: boolean) => (deleted ? 'Y' : 'N');

/** Throws 404 RECORD_NOT_FOUND, and 409 RECORD_ACTION_REFUSED if the record is not in a state for it. */
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
    const change = { at: changeTime(deps.clock.now(), found.retrieved_at), by: user.userId };
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
        row: { state: next.state, del_flag: flag(next.deleted) },
      },
    );
    return next;
  });
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

/** Cases that the user may see and whose newest version names the record, and users who are limited to it. */
export function usesOfRecord(
  deps: DatabaseWorld & CatalogueWorld,
  user: SessionUser,
  { kind: name, recordKey }: Subject,
): Promise<DataOf<typeof readRecordUses>> {
  const kind = kindOf(deps, name);
  return readInSponsor(deps.db, user.sponsorKey, async (trx) => {
    await findVisibleRecord(trx, user, kind, recordKey);
    const { scope } = kind;
    if (scope === null) return { cases: { total: 0, some: [] }, users: { total: 0, some: [] } };
    return {
      cases: await findCasesWith(trx, user, scope, recordKey),
      users: await findUsersLimitedTo(trx, user.sponsorKey, scope, recordKey),
    };
  });
}
