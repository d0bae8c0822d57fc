/** Who wrote what an item says. */
import { addressKey } from '../../../shared/case/itemAddress.ts';
import type { DataOf, QueryOf, readAuthor } from '../../../shared/contract/index.ts';
import { caseChain } from '../../audit/auditEntry.ts';
import { findDoc, findVersions, type CaseRecord } from '../../cases/record/case.store.ts';
import { findVisibleCase, maySee, withheldItems } from '../../cases/record/caseAccess.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import { inSponsor, type Trx, type DatabaseWorld } from '../../storage/database.ts';
import { provenanceOf } from './provenance.ts';
import { findLastEntry } from './caseHistory.store.ts';

/** What this module needs of the server. */
type AuthorWorld = CatalogueWorld & DatabaseWorld;

type Last = NonNullable<DataOf<typeof readAuthor>['last']>;
type Entry = NonNullable<Awaited<ReturnType<typeof findLastEntry>>>;

/** The last change of the item in this version or an earlier one. Never contains a blinded value. */
export function authorOf(
  deps: AuthorWorld,
  user: SessionUser,
  caseKey: number,
  { itemId, rowNo = 0, rowNo2 = 0, rowNo3 = 0 }: QueryOf<typeof readAuthor>,
): Promise<DataOf<typeof readAuthor>> {
  const address = { itemId, rowNo, rowNo2, rowNo3 };
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    const versions = (await findVersions(trx, found)).filter((one) => one.version_no <= found.version_no);
    const chain = caseChain(found.sponsor_key, found.root_case_key);
    const entry = await findLastEntry(
      trx,
      chain,
      address,
      versions.map(({ case_key }) => case_key),
    );
    if (!entry || withheldItems(deps, user).includes(itemId)) return { changes: 0, last: null };
    const seen = maySee(deps, user, itemId);
    const last: Last = {
      saveNo: entry.save_no,
      versionNo: versions.find(({ case_key }) => case_key === entry.case_key)?.version_no ?? found.version_no,
      at: entry.at.toISOString(),
      userId: entry.user_id,
      userName: entry.user_name,
      reason: entry.reason,
      source: entry.source as Last['source'],
      action: entry.action as Last['action'],
      before: seen ? beforeOf(entry) : null,
      after: seen ? afterOf(entry) : null,
      hidden: !seen,
      provenance: seen
        ? await provenanceOf(trx, deps.catalogue.whole, found.sponsor_key, address, entry)
        : null,
      earlier: await earlierAuthor(trx, deps, found, address, entry.at),
    };
    return { changes: entry.changes, last };
  });
}

const beforeOf = ({ old_value, old_null_flavor, old_notation, old_properties }: Entry): Last['before'] =>
  authorEntry(old_value, old_null_flavor, old_notation, old_properties);
const afterOf = ({ value, null_flavor, notation, properties }: Entry): Last['after'] =>
  authorEntry(value, null_flavor, notation, properties);

const authorEntry = (
  value: string | null,
  nullFlavor: string | null,
  notation: string | null,
  properties: Record<string, string | number> | null,
): Last['after'] =>
  value === null && nullFlavor === null && notation === null
    ? null
    : { value, nullFlavor, notation, ...(properties && { properties }) };

/** The stored value knows its author also where it came along from another chain, as that of a separated version does. */
async function earlierAuthor(
  trx: Trx,
  { catalogue: { whole } }: AuthorWorld,
  { sponsor_key, case_key }: CaseRecord,
  address: Parameters<typeof addressKey>[0],
  at: Date,
): Promise<Last['earlier']> {
  const page = whole.pages[whole.items[address.itemId]?.page ?? ''];
  if (!page) return null;
  const rowNo = page.kind === 'rows' ? address.rowNo : 0;
  const doc = await findDoc(trx, sponsor_key, case_key, page.page, rowNo);
  const stored = doc?.items[addressKey(address)];
  return stored && new Date(stored.at) < at ? { userId: stored.by, at: stored.at } : null;
}
