/** What selection dialogs offer: records within the scope of the user, and roles. */
import type { Static } from 'typebox';
import { hasAnyPrivilege } from '../../../shared/access/privileges.ts';
import type { PageInfo } from '../../../shared/contract/common.ts';
import type {
  DataOf,
  listProductOptions,
  listRoleOptions,
  listSenderOptions,
  listStudyOptions,
  QueryOf,
} from '../../../shared/contract/index.ts';
import type { CaseRecord } from '../../cases/record/case.store.ts';
import { findVisibleCase } from '../../cases/record/caseAccess.ts';
import { rolesShowLinks } from '../../cases/record/summary.ts';
import type { Language } from '../../http/language.ts';
import { pageInfo, pagingOf } from '../../http/paging.ts';
import type { SessionUser } from '../../http/session.ts';
import { noPrivilege } from '../../problems.ts';
import type { RecordScope } from '../../../schemas/compile/sources.types.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { findOptions } from '../../records/recordOptions.store.ts';
import { optionInWords, optionOf, type RecordOption } from '../../records/recordOption.ts';
import { findVisibleRecord, kindOf, limitOf } from '../../records/recordAccess.ts';
import { inSponsor, readInSponsor, type Trx, type DatabaseWorld } from '../../storage/database.ts';
import { productsOfSenders, productsOfStudies, sendersOf, type BelongingTo } from './belongsTo.ts';
import { findRoles } from './roleOptions.store.ts';

type OptionsRequest = QueryOf<typeof listStudyOptions>;

/** Whom something is offered to; codes are worded in the language. */
interface Reader {
  user: SessionUser;
  language: Language;
}

/** Specification 2-dialogs section 7, "Case products". */
const NO_CASE = -1;

/** Sets of keys that what is offered has to be in each of. */
type Narrowing = (trx: Trx, of: BelongingTo) => Promise<(readonly number[] | null)[]>;

const keysIn = (keys: string | undefined): number[] =>
  keys === undefined ? [] : keys.split(',').map(Number);

function theCase(trx: Trx, user: SessionUser, caseKey: number): Promise<CaseRecord> {
  if (!hasAnyPrivilege(user.privileges, ['READ.CASE', 'EDIT.CASE'])) throw noPrivilege();
  return findVisibleCase(trx, user, caseKey);
}

/** Senders, with the key under both names that dialogs have for it. */
export async function senderOptions(
  deps: DatabaseWorld & CatalogueWorld,
  reader: Reader,
  { selectedProductKeys, selectedStudyKeys, ...request }: QueryOf<typeof listSenderOptions>,
): ReturnType<typeof recordOptions> {
  const beside = { products: keysIn(selectedProductKeys), studies: keysIn(selectedStudyKeys) };
  const narrowing: Narrowing = async (trx, of) => [await sendersOf(trx, of, beside)];
  const { listInfo, pageInfo: found } = await recordOptions(deps, reader, 'sender', request, narrowing);
  return { listInfo: listInfo.map((row) => ({ RPT_KEY: row['SENDER_KEY'] ?? 0, ...row })), pageInfo: found };
}

/** Products, of a study and of senders if these are named. */
export const productOptions = (
  deps: DatabaseWorld & CatalogueWorld,
  reader: Reader,
  { studyKey, selectedSenderKeys, ...request }: QueryOf<typeof listProductOptions>,
): ReturnType<typeof recordOptions> =>
  recordOptions(deps, reader, 'product', request, async (trx, of) => [
    studyKey === undefined ? null : await productsOfStudies(trx, of, [studyKey]),
    selectedSenderKeys === undefined ? null : await productsOfSenders(trx, of, keysIn(selectedSenderKeys)),
  ]);

/** Records of a kind that are in use, or all of them; of a case, those that it names, as far as the user sees which. */
export async function recordOptions(
  deps: DatabaseWorld & CatalogueWorld,
  { user, language }: Reader,
  kindName: string,
  { keyword = '', keys, caseKey = NO_CASE, deleteFilter = 'N', ...paging }: OptionsRequest,
  narrowing: Narrowing = () => Promise.resolve([]),
): Promise<{ listInfo: RecordOption[]; pageInfo: Static<typeof PageInfo> }> {
  const kind = kindOf(deps, kindName);
  const page = pagingOf(paging);
  const { sponsorKey } = user;
  const { rows, total } = await inSponsor(deps.db, sponsorKey, async (trx) => {
    const named = caseKey <= 0 || kind.scope === null ? null : await theCase(trx, user, caseKey);
    const isSeen = kind.scope !== null && rolesShowLinks(deps.catalogue.whole, user, kind.scope);
    const ofCase = named && kind.scope && isSeen ? NAMED_BY_CASE[kind.scope](named) : [];
    const limits = [limitOf(kind, user) ?? [], ofCase].filter(({ length }) => length);
    const narrowed = await narrowing(trx, { whole: deps.catalogue.whole, sponsorKey });
    const within = [...limits, ...narrowed.filter((one) => one !== null)];
    if (keys !== undefined) within.push(keysIn(keys));
    const all = deleteFilter === 'Y';
    return findOptions(trx, { sponsorKey, kind: kind.kind, keyword, all, within, page });
  });
  return {
    listInfo: rows.map(optionInWords(deps, kind, language)),
    pageInfo: pageInfo(kind.menuId, page, total),
  };
}

/** One record, in whatever state. Throws 404 RECORD_NOT_FOUND. */
export function recordOption(
  deps: DatabaseWorld & CatalogueWorld,
  user: SessionUser,
  kindName: string,
  recordKey: number,
): Promise<RecordOption> {
  const kind = kindOf(deps, kindName);
  return readInSponsor(deps.db, user.sponsorKey, async (trx) =>
    optionOf(kind, await findVisibleRecord(trx, user, kind, recordKey)),
  );
}

/** The records that a case names; none: it names none of the kind. */
const NAMED_BY_CASE: Record<RecordScope, (found: CaseRecord) => readonly number[]> = {
  senderKeys: ({ sender_key }) => [sender_key],
  productKeys: ({ product_keys }) => product_keys,
  studyKeys: ({ study_keys }) => study_keys,
};

/** Roles that are in use. */
export async function roleOptions(
  { db }: DatabaseWorld,
  { sponsorKey }: SessionUser,
  { keyword = '', keys, ...paging }: QueryOf<typeof listRoleOptions>,
): Promise<DataOf<typeof listRoleOptions>> {
  const page = pagingOf(paging);
  const within = keys === undefined ? null : keys.split(',').map(Number);
  const { rows, total } = await inSponsor(db, sponsorKey, (trx) =>
    findRoles(trx, { sponsorKey, keyword, within, page }),
  );
  return {
    listInfo: rows.map(({ role_id, name }) => ({ ROLE_ID: role_id, ROLE_NAME: name })),
    pageInfo: pageInfo('MU-AD', page, total),
  };
}
