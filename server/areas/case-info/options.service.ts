/** What selection dialogs offer of the sponsor's masters, within the scope of who asks. */
import type { Static } from 'typebox';
import { hasAnyPrivilege } from '../../../shared/access/privileges.ts';
import type { PageInfo } from '../../../shared/contract/common.ts';
import type { listSenderOptions, QueryOf } from '../../../shared/contract/index.ts';
import type { CaseRecord } from '../../cases/record/case.store.ts';
import { findVisibleCase } from '../../cases/record/caseAccess.ts';
import { pageInfo, pagingOf } from '../../http/paging.ts';
import type { SessionUser } from '../../http/session.ts';
import { noPrivilege } from '../../problems.ts';
import { columnItems } from '../../../schemas/compile/records.ts';
import type { RecordScope } from '../../../schemas/compile/sources.types.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { kindOf, limitOf } from '../../records/recordAccess.ts';
import { inSponsor, type Trx, type DatabaseWorld } from '../../storage/database.ts';
import { findOptions } from './recordOptions.store.ts';
import { findMasters, type MasterRow, type MasterTable } from './caseInfo.store.ts';

type OptionsRequest = QueryOf<typeof listSenderOptions>;

/** A kind of master: what is answered of it, and what it is limited to. */
interface Offered<Row> extends MasterTable {
  menuId: string;
  shape: (row: MasterRow) => Row;
  /** of the user; empty: no limit */
  scope?: (user: SessionUser) => readonly number[];
  /** of a case; empty: no limit */
  ofCase?: (found: CaseRecord) => readonly number[];
}

/** Throws 404 CASE_NOT_FOUND, and 403 NO_PRIVILEGE if a user who may not see cases names one. */
const offering =
  <Row>(offered: Offered<Row>) =>
  async (
    { db }: DatabaseWorld,
    user: SessionUser,
    { keyword = '', keys, caseKey, ...paging }: OptionsRequest,
  ): Promise<{ listInfo: Row[]; pageInfo: Static<typeof PageInfo> }> => {
    const { menuId, shape, scope, ofCase } = offered;
    const page = pagingOf(paging);
    const { sponsorKey } = user;
    const { rows, total } = await inSponsor(db, sponsorKey, async (trx) => {
      const named = caseKey === undefined ? null : await theCase(trx, user, caseKey);
      const limits = [scope?.(user) ?? [], (named && ofCase?.(named)) ?? []].filter(({ length }) => length);
      const within = keys === undefined ? limits : [...limits, keys.split(',').map(Number)];
      return findMasters(trx, offered, { sponsorKey, keyword, within, page });
    });
    return { listInfo: rows.map(shape), pageInfo: pageInfo(menuId, page, total) };
  };

function theCase(trx: Trx, user: SessionUser, caseKey: number): Promise<CaseRecord> {
  if (!hasAnyPrivilege(user.privileges, ['READ.CASE', 'EDIT.CASE'])) throw noPrivilege();
  return findVisibleCase(trx, user, caseKey);
}

const text = (value: MasterRow[string] | undefined): string => String(value ?? '');

export const senderOptions = offering({
  menuId: 'MU-CI-SD',
  table: 'sender',
  key: 'sender_key',
  texts: ['organisation'],
  more: ['sender_type', 'country'],
  shape: (row) => ({
    SENDER_KEY: Number(row['sender_key']),
    RPT_KEY: Number(row['sender_key']),
    SND_ORGAN: text(row['organisation']),
    SND_TYPE: text(row['sender_type']),
    SND_COUNTRY: text(row['country']),
  }),
  scope: ({ senderKeys }) => senderKeys,
  ofCase: ({ sender_key }) => [sender_key],
});

export const studyOptions = offering({
  menuId: 'MU-CI-ST',
  table: 'study',
  key: 'study_key',
  texts: ['study_no', 'name'],
  more: ['study_type'],
  shape: (row) => ({
    STD_KEY: Number(row['study_key']),
    STD_SPN_NO: text(row['study_no']),
    STD_NAME: text(row['name']),
    STD_TYPE: text(row['study_type']),
  }),
  scope: ({ studyKeys }) => studyKeys,
  ofCase: ({ study_keys }) => study_keys,
});

/** Records of a kind that are in use; `caseKeys`: the keys that the case names. */
export async function recordOptions(
  deps: DatabaseWorld & CatalogueWorld,
  user: SessionUser,
  kindName: string,
  { keyword = '', keys, caseKey, ...paging }: OptionsRequest,
): Promise<{ listInfo: Record<string, string | number>[]; pageInfo: Static<typeof PageInfo> }> {
  const kind = kindOf(deps, kindName);
  const page = pagingOf(paging);
  const { sponsorKey } = user;
  const { rows, total } = await inSponsor(deps.db, sponsorKey, async (trx) => {
    const named = caseKey === undefined || kind.scope === null ? null : await theCase(trx, user, caseKey);
    const ofCase = named && kind.scope ? NAMED_BY_CASE[kind.scope](named) : [];
    const limits = [limitOf(kind, user) ?? [], ofCase].filter(({ length }) => length);
    const within = keys === undefined ? limits : [...limits, keys.split(',').map(Number)];
    return findOptions(trx, { sponsorKey, kind: kind.kind, keyword, within, page });
  });
  const columns = columnItems(kind).map(({ itemId }) => itemId);
  return {
    listInfo: rows.map((row) => ({
      [kind.keyColumn]: row.record_key,
      ...Object.fromEntries(columns.map((column) => [column, row.columns[column]?.join('; ') ?? ''])),
    })),
    pageInfo: pageInfo(kind.menuId, page, total),
  };
}

/** The records that a case names; none: it names none of the kind. */
const NAMED_BY_CASE: Record<RecordScope, (found: CaseRecord) => readonly number[]> = {
  senderKeys: ({ sender_key }) => [sender_key],
  productKeys: ({ product_keys }) => product_keys,
  studyKeys: ({ study_keys }) => study_keys,
};

export const roleOptions = offering({
  menuId: 'MU-AD',
  table: 'role',
  key: 'role_id',
  texts: ['name'],
  shape: (row) => ({ ROLE_ID: Number(row['role_id']), ROLE_NAME: text(row['name']) }),
});
