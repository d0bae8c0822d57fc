/** The record of a company that a program made: at the first start and in the demo. */
import type { RecordKind } from '../../schemas/compile/catalogue.types.ts';
import { ADMIN_SPONSOR_KEY } from '../../shared/access/systemAdminRoutes.ts';
import { addressAt } from '../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../shared/case/itemValue.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../ports/clock.ts';
import { addRecordWith } from '../records/newRecord.ts';
import { kindOf } from '../records/recordAccess.ts';
import type { RecordSave, RecordWorld } from '../records/saveRecord.ts';
import { setSponsor, type Trx } from '../storage/database.ts';
import { findCompanyOf } from './company.store.ts';
import type { CompanyItem } from './companyRecord.ts';

/** The kind of the records of companies. */
export const COMPANY = 'company';

export const companyKindOf = (deps: CatalogueWorld): RecordKind => kindOf(deps, COMPANY, 'SYSTEM');

interface CompanyBeginning {
  sponsorKey: number;
  /** its first one */
  administrator: { userId: string; name: string };
}

/** Adds the record of the sponsor's company; the transaction works for that sponsor afterwards. */
export async function describeCompany(
  trx: Trx,
  deps: RecordWorld & ClockWorld,
  { user, reason, requestId }: Pick<RecordSave, 'user' | 'reason' | 'requestId'>,
  { sponsorKey, administrator }: CompanyBeginning,
): Promise<void> {
  const kind = companyKindOf(deps);
  const { company_key: recordKey, name, client_type, country } = await findCompanyOf(trx, sponsorKey);
  const filled: [CompanyItem, string | null][] = [
    ['companyName', name],
    ['companyKind', client_type],
    ['companyCountry', country?.toUpperCase() ?? null],
    ['companyStatus', 'active'],
    ['companyAdminName', administrator.name],
    ['companyAdminId', administrator.userId],
  ];
  const values = filled.flatMap(([item, value]) =>
    value === null ? [] : [{ ...addressAt(kind.catalogue.roles[item] ?? '', []), ...EMPTY_VALUE, value }],
  );
  await setSponsor(trx, ADMIN_SPONSOR_KEY);
  await addRecordWith(
    trx,
    deps,
    {
      kind,
      recordKey,
      sponsorKey: ADMIN_SPONSOR_KEY,
      state: 'active',
      source: 'system',
      content: { values, rows: [] },
    },
    { user, reason, requestId, change: { at: deps.clock.now(), by: user.userId } },
  );
  await setSponsor(trx, sponsorKey);
}
