/** The audit trail of a record: of one item, and as a list. */
import type { DataOf, QueryOf, readRecordItemAudit } from '../../../shared/contract/index.ts';
import { auditAnswers } from '../../audit/auditAnswers.ts';
import { auditList } from '../../audit/auditList.ts';
import { labelsOf } from '../../audit/labels.ts';
import { findEntries } from '../../audit/readAudit.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ListReading, ListSource } from '../../lists/listSource.ts';
import { recordNotFound } from '../../problems.ts';
import { userKindOf } from '../../accounts/inviteUser.ts';
import { companyKindOf } from '../../companies/describeCompany.ts';
import type { RecordKind } from '../../../schemas/compile/catalogue.types.ts';
import { readAs } from '../../lists/readAs.ts';
import { catalogueOfKind, findVisibleRecord, kindOf } from '../../records/recordAccess.ts';
import { recordCodes } from '../../records/recordCodes.ts';
import { recordWords } from '../../records/recordWords.ts';
import { recordChain, refOf } from '../../records/saveRecord.ts';
import { readInSponsor, type DatabaseWorld } from '../../storage/database.ts';

/** Every change of one item, newest first. */
export function readItemHistory(
  deps: CatalogueWorld & DatabaseWorld,
  reader: { user: SessionUser; language: Language },
  kind: RecordKind,
  recordKey: number,
  address: QueryOf<typeof readRecordItemAudit>,
): Promise<DataOf<typeof readRecordItemAudit>> {
  return readInSponsor(deps.db, reader.user.sponsorKey, async (trx) => {
    const record = await findVisibleRecord(trx, reader.user, kind, recordKey);
    const found = await findEntries(trx, { ...recordChain(refOf(record)), address });
    const catalogue = catalogueOfKind(deps.catalogue, kind);
    return {
      listInfo: await auditAnswers(trx, { catalogue }, reader, found, found.length, recordWords),
    };
  });
}

const byKind = ({ kind, catalogue }: Pick<ListReading, 'kind' | 'catalogue'>) =>
  kind === undefined ? undefined : kindOf({ catalogue }, kind);

/** Of the record that the reader names by key; without a kind it has no rows. */
function auditListOf(menuId: string, kindRead: (reading: ListReading) => RecordKind | undefined): ListSource {
  const list = auditList({
    menuId,
    chainOf: async (trx, reading) => {
      const kind = kindRead(reading);
      if (!kind) throw recordNotFound('', reading.of ?? 0);
      return recordChain(refOf(await findVisibleRecord(trx, reading.user, kind, reading.of ?? 0)));
    },
    wordsOf: async (trx, { catalogue, language }, named) => {
      const versions = new Set(named.map(({ catalogue_version }) => catalogue_version));
      const labels = await labelsOf(trx, catalogue.whole, versions);
      return named.map(({ item_id, catalogue_version }) => {
        const words = labels.get(catalogue_version)?.[item_id] ?? recordWords(item_id);
        return words?.[language] ?? item_id;
      });
    },
    codesOf: ({ catalogue }, itemId) => recordCodes(catalogue, itemId),
    catalogueOf: (reading) => {
      const kind = kindRead(reading);
      return kind ? catalogueOfKind(reading.catalogue, kind) : reading.catalogue;
    },
  });
  return {
    ...list,
    scopeTo: async (trx, reading) => {
      const kind = kindRead(reading);
      if (!kind || reading.of === undefined || !list.scopeTo) return list;
      return readAs(await list.scopeTo(trx, reading), catalogueOfKind(reading.catalogue, kind));
    },
  };
}

/** Of the record that the reader names by kind and key. */
export const recordAuditList = auditListOf('MU-CI-AT', byKind);

/** Of the company that the reader names. */
export const companyAuditList = auditListOf('AD-MU-CO-AT', companyKindOf);

/** Of the user that the reader names. */
export const userAuditList = auditListOf('MU-AD-US-AT', userKindOf);
