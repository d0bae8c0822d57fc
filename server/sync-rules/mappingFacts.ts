/** What the evaluation of rules reads beside the data of a subject: facts of the study, and values of records. */
import type { Facts } from '../../shared/sync/sourceRows.ts';
import { lookupKey, lookupsOf, type Lookup, type Lookups } from '../../shared/sync/lookups.ts';
import type { RuleSet } from '../../shared/sync/mappingRule.ts';
import { fold } from '../../shared/text/fold.ts';
import { contentOf } from '../cases/record/pageDoc.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { findRecord, findRecordDocs, type RecordRef } from '../records/record.store.ts';
import type { Trx } from '../storage/database.ts';
import { findFirstValues } from './recordValues.store.ts';
import { STUDY_KIND } from './ruleSet.store.ts';

/** Fields of a study by the names after the point in `STUDY_FACTS`; `oid` comes with the study itself. */
export async function studyFields(
  trx: Trx,
  { whole }: CatalogueSource,
  sponsorKey: number,
  studyKey: number,
): Promise<Facts> {
  const ref = { sponsorKey, kind: STUDY_KIND, recordKey: studyKey };
  const record = await findRecord(trx, ref);
  const link = await trx
    .selectFrom('study_link')
    .select('protocol')
    .where('sponsor_key', '=', sponsorKey)
    .where('study_key', '=', studyKey)
    .executeTakeFirst();
  const nameItem = whole.records[STUDY_KIND]?.catalogue.roles['studyName'] ?? '';
  return {
    number: record?.name ?? '',
    name: (await valuesOf(trx, ref)).get(nameItem) ?? '',
    protocol: link?.protocol ?? '',
  };
}

/** The first value of each item of a record. */
async function valuesOf(trx: Trx, ref: RecordRef): Promise<Map<string, string>> {
  const { values } = contentOf(await findRecordDocs(trx, ref));
  const filled = values.flatMap(({ itemId, value }) => (value ? [[itemId, value] as const] : []));
  return new Map(filled.toReversed());
}

/** What the `lookup` transforms of the rules find: by the text of `by`, the first value of `item` in its record. */
export async function gatherLookups(
  trx: Trx,
  sponsorKey: number,
  ruleSet: Pick<RuleSet, 'rules'>,
): Promise<Lookups> {
  const lookups: Record<string, Record<string, string>> = {};
  for (const lookup of lookupsOf(ruleSet))
    lookups[lookupKey(lookup)] = await tableOf(trx, sponsorKey, lookup);
  return lookups;
}

/** Of several records with the text the oldest one. */
async function tableOf(trx: Trx, sponsorKey: number, lookup: Lookup): Promise<Record<string, string>> {
  const found = await findFirstValues(trx, sponsorKey, lookup.record, [lookup.by, lookup.item]);
  const table: Record<string, string> = {};
  for (const ofRecord of Map.groupBy(found, ({ recordKey }) => recordKey).values()) {
    const [key, value] = [lookup.by, lookup.item].map(
      (id) => ofRecord.find(({ itemId }) => itemId === id)?.value,
    );
    if (key !== undefined) table[fold(key)] ??= value ?? '';
  }
  return table;
}
