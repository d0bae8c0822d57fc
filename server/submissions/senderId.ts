/** The identifier of a sender towards a receiver, from the sender's record. */
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { contentOf } from '../cases/record/pageDoc.ts';
import { findRecordDocs } from '../records/record.store.ts';
import type { Trx } from '../storage/database.ts';

export interface SenderRef {
  sponsorKey: number;
  senderKey: number;
  organisation: string;
}

/** The identifier for the region and environment; without one the name of the organisation. */
export async function senderIdOf(
  trx: Trx,
  { whole }: CatalogueSource,
  { sponsorKey, senderKey, organisation }: SenderRef,
  { region, environment }: { region: string; environment: string },
): Promise<string> {
  const kind = Object.values(whole.records).find(({ catalogue }) =>
    Object.hasOwn(catalogue.roles, 'senderIdBatch'),
  );
  if (!kind) return organisation;
  const { roles } = kind.catalogue;
  const { values, rows } = contentOf(
    await findRecordDocs(trx, { sponsorKey, kind: kind.kind, recordKey: senderKey }),
  );
  const of = (role: string, row: number) =>
    values.find(({ itemId, rowNo }) => itemId === roles[role] && rowNo === row)?.value ?? null;
  const group = kind.catalogue.items[roles['senderIdBatch'] ?? '']?.groups[0];
  const candidates = rows
    .filter((row) => row.group === group && !row.deleted)
    .map(({ rowNo }) => ({
      region: of('senderIdRegion', rowNo),
      environment: of('senderIdEnvironment', rowNo),
      id: of('senderIdBatch', rowNo) ?? of('senderIdMessage', rowNo),
    }));
  const fits = candidates.filter((one) => one.region === region && one.id !== null);
  const found =
    fits.find((one) => one.environment === environment) ?? fits.find((one) => one.environment === null);
  return found?.id ?? organisation;
}
