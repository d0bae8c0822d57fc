/** What records of case info fill into cases, and how those that filled a case have changed since. */
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { parseAddressKey } from '../../../shared/case/itemAddress.ts';
import type { DataOf, listCaseMasters, readMaster } from '../../../shared/contract/index.ts';
import type { MasterContent } from '../../../shared/records/masterFill.ts';
import { masterProvenance } from '../../../shared/provenance/provenance.ts';
import { findDocs } from '../../cases/record/case.store.ts';
import { findVisibleCase, maySee } from '../../cases/record/caseAccess.ts';
import type { PageDoc } from '../../cases/record/pageDoc.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import { masterVersions } from '../../masters/masterVersions.ts';
import { recordNotFound } from '../../problems.ts';
import { findRecord, type RecordRef } from '../../records/record.store.ts';
import { findVisibleRecord, kindOf, limitOf } from '../../records/recordAccess.ts';
import { readInSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';

type MastersWorld = CatalogueWorld & DatabaseWorld;
type CaseMaster = DataOf<typeof listCaseMasters>['listInfo'][number];

/** Throws 404 RECORD_NOT_FOUND also for a record that cannot be selected. */
export function masterOf(
  deps: MastersWorld,
  user: SessionUser,
  { kind: name, recordKey }: { kind: string; recordKey: number },
): Promise<DataOf<typeof readMaster>> {
  const kind = kindOf(deps, name);
  return readInSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await findVisibleRecord(trx, user, kind, recordKey);
    if (found.state !== 'active' || found.del_flag === 'Y') throw recordNotFound(name, recordKey);
    const versions = await masterVersions(trx, kind, found, [found.version_no]);
    return { kind: name, recordKey, name: found.name, ...versionIn(versions, found.version_no) };
  });
}

/** The records that filled items that the user sees. Throws 404 CASE_NOT_FOUND. */
export function mastersOfCase(
  deps: MastersWorld,
  user: SessionUser,
  caseKey: number,
): Promise<DataOf<typeof listCaseMasters>> {
  return readInSponsor(deps.db, user.sponsorKey, async (trx) => {
    const { sponsor_key: sponsorKey } = await findVisibleCase(trx, user, caseKey);
    const docs = await findDocs(trx, sponsorKey, caseKey, filledPages(deps.catalogue.whole));
    const listInfo: CaseMaster[] = [];
    for (const { kind, recordKey, versions } of usedBy(docs, (itemId) => maySee(deps, user, itemId))) {
      const master = await caseMaster(trx, deps, user, { sponsorKey, kind, recordKey }, versions);
      if (master) listInfo.push(master);
    }
    return { listInfo };
  });
}

/** The pages with items that records fill. */
const filledPages = ({ items }: Catalogue): string[] => [
  ...new Set(Object.values(items).flatMap(({ page, selection }) => (selection ? [page] : []))),
];

interface UsedRecord {
  kind: string;
  recordKey: number;
  versions: Set<number>;
}

function usedBy(docs: readonly PageDoc[], isSeen: (itemId: string) => boolean): UsedRecord[] {
  const used = new Map<string, UsedRecord>();
  for (const [key, { p }] of docs.flatMap(({ items }) => Object.entries(items))) {
    const from = masterProvenance(p?.['provenance']?.toString());
    if (!from || !isSeen(parseAddressKey(key).itemId)) continue;
    const { kind, recordKey, version } = from;
    const name = `${kind}/${recordKey}`;
    const record = used.get(name) ?? { kind, recordKey, versions: new Set() };
    used.set(name, record);
    record.versions.add(version);
  }
  return [...used.values()];
}

/** Null for a record that the user may not see, and for one whose kind no longer exists. */
async function caseMaster(
  trx: Trx,
  { catalogue: { whole } }: CatalogueWorld,
  user: SessionUser,
  ref: RecordRef,
  used: ReadonlySet<number>,
): Promise<CaseMaster | null> {
  const kind = Object.hasOwn(whole.records, ref.kind) ? whole.records[ref.kind] : undefined;
  const found = kind && (await findRecord(trx, ref));
  if (!found || !(limitOf(kind, user)?.includes(ref.recordKey) ?? true)) return null;
  const versions = await masterVersions(trx, kind, found, [...used, found.version_no]);
  return {
    kind: ref.kind,
    recordKey: ref.recordKey,
    name: found.name,
    state: found.state,
    deleted: found.del_flag === 'Y',
    ...versionIn(versions, found.version_no),
    earlier: [...versions.keys()]
      .filter((version) => version !== found.version_no)
      .map((version) => versionIn(versions, version)),
  };
}

/** A version in the shape of the call, whose lists can be changed. */
function versionIn(
  versions: ReadonlyMap<number, MasterContent>,
  version: number,
): CaseMaster['earlier'][number] {
  const { values = {}, rows = {} } = versions.get(version) ?? {};
  return {
    version,
    values: { ...values },
    rows: Object.fromEntries(
      Object.entries(rows).map(([group, ofGroup]) => [
        group,
        ofGroup.map((row) => ({ ...row, values: { ...row.values } })),
      ]),
    ),
  };
}
