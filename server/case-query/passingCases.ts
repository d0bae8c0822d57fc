/** The cases that answer a question, as far as its reader may see them. */
import { seesEach, type Sight } from '../../shared/blinding/sight.ts';
import { sql, type RawBuilder } from 'kysely';
import type { DataQuery } from '../../shared/contract/dataQueries.ts';
import { limitsOf } from '../../shared/access/scope.ts';
import { checkCondition, type ConditionFault } from '../../shared/query/checkCondition.ts';
import { itemsOf, type Condition } from '../../shared/query/condition.types.ts';
import { explainCondition } from '../../shared/query/explainCondition.ts';
import { isSelectable } from '../../shared/query/itemKind.ts';
import { caseInScope } from '../cases/record/caseScope.store.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import type { Language } from '../http/language.ts';
import type { SessionUser } from '../http/session.ts';
import { keepListItem } from '../lists/listValues.ts';
import { codesOfItem } from '../lists/listColumns.ts';
import { findItemsWithListValues } from '../lists/listValues.store.ts';
import { queryBlinded, queryFaults, unknownBlock } from '../problems.ts';
import type { Trx } from '../storage/database.ts';
import { conditionSql } from './conditionSql.ts';

export type QueryReader = Pick<
  SessionUser,
  'sponsorKey' | keyof Sight | 'senderKeys' | 'productKeys' | 'studyKeys'
>;

/** Looks up the label of a code of an item. */
export function labelOfCode(
  { whole, codeLists }: CatalogueSource,
  language: Language,
): (itemId: string, code: string) => string | undefined {
  const byItem = new Map<string, ReadonlyMap<string, string>>();
  return (itemId, code) => {
    const item = whole.items[itemId];
    const known =
      byItem.get(itemId) ??
      new Map((item && codesOfItem(codeLists, item))?.map((one) => [one.code, one.label[language]]));
    byItem.set(itemId, known);
    return known.get(code);
  };
}

/** The question in a sentence of the language. */
export const sentenceOf = (catalogue: CatalogueSource, condition: Condition, language: Language): string =>
  explainCondition(condition, {
    catalogue: catalogue.whole,
    language,
    labelOf: labelOfCode(catalogue, language),
  });

/** Whether the reader sees all that the question reads: how many cases answer it tells of these values, too. */
export const mayAsk = ({ whole }: CatalogueSource, reader: Sight, condition: Condition): boolean =>
  seesEach(whole, reader, itemsOf(condition));

/** Throws 403 QUERY_BLINDED where the reader may not see an item that the question reads. */
export function requireSeen(catalogue: CatalogueSource, reader: Sight, condition: Condition): void {
  const blinded = checkCondition(condition, catalogue.whole, reader).filter(
    ({ fault }) => fault === 'blindedItem',
  );
  if (blinded.length > 0) throw queryBlinded(labelsIn(catalogue, blinded));
}

/** Throws 422 QUERY_FAULTS, and what `requireSeen` throws. */
export function requireAskable(catalogue: CatalogueSource, reader: Sight, condition: Condition): void {
  requireSeen(catalogue, reader, condition);
  const faults = checkCondition(condition, catalogue.whole, reader);
  if (faults.length > 0) throw queryFaults(faults, labelsIn(catalogue, faults));
}

/** The items of faults by their names, for a message. */
const labelsIn = ({ whole }: CatalogueSource, faults: readonly ConditionFault[]): string =>
  [...new Set(faults.map(({ itemId }) => whole.items[itemId]?.label.en ?? itemId).filter(Boolean))].join(
    ', ',
  );

/** The items of the file that the reader may see, in their order. Throws 422 UNKNOWN_BLOCK for a block that is no group. */
export function selectedItems(
  { whole }: CatalogueSource,
  reader: Sight,
  { items, layout, block }: DataQuery,
) {
  if (layout === 'record' && !Object.hasOwn(whole.groups, block)) throw unknownBlock(block);
  return items.flatMap((itemId) => {
    const item = Object.hasOwn(whole.items, itemId) ? whole.items[itemId] : undefined;
    return item && isSelectable(item, whole, reader) ? [item] : [];
  });
}

/** After `from`: the newest versions that are not deleted and answer the question, as `c`. */
export async function passingCases(
  trx: Trx,
  catalogue: CatalogueSource,
  reader: QueryReader,
  condition: Condition,
): Promise<RawBuilder<unknown>> {
  const withValues = await findItemsWithListValues(trx, reader.sponsorKey);
  const passes = conditionSql(condition, { catalogue: catalogue.whole, withValues, alias: 'c' });
  return sql`pv_case c where c.sponsor_key = ${reader.sponsorKey} and c.latest and c.del_flag = 'N'
    and ${caseInScope(reader)} and ${passes}`;
}

/** The condition of `passingCases` alone, for a list of cases with the alias `c`. */
export async function passingCondition(
  trx: Trx,
  catalogue: CatalogueSource,
  reader: QueryReader,
  condition: Condition,
): Promise<RawBuilder<boolean>> {
  requireAskable(catalogue, reader, condition);
  const withValues = await findItemsWithListValues(trx, reader.sponsorKey);
  return conditionSql(condition, { catalogue: catalogue.whole, withValues, alias: 'c' });
}

export async function countCases(trx: Trx, cases: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${cases}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Cancels statements of the transaction that take longer, and lets them sort in memory. */
export async function limitTime(trx: Trx, milliseconds: number): Promise<void> {
  await sql`set local work_mem = '64MB'`.execute(trx);
  await sql`set local statement_timeout = ${sql.lit(milliseconds)}`.execute(trx);
}

/** Keys of the cases, the newest first. */
export async function passingKeys(trx: Trx, cases: RawBuilder<unknown>, limit?: number): Promise<number[]> {
  const { rows } = await sql<{ keys: string[] }>`
    select array(select c.case_key::text from ${cases} order by c.case_key desc
      ${limit === undefined ? sql`` : sql`limit ${limit}`}) as keys`.execute(trx);
  return (rows[0]?.keys ?? []).map(Number);
}

/** From now on the values of the items are stored one by one: questions about them are answered fast. */
export async function keepValues(trx: Trx, sponsorKey: number, condition: Condition): Promise<void> {
  const stored = await findItemsWithListValues(trx, sponsorKey);
  for (const itemId of itemsOf(condition))
    if (!stored.has(itemId)) await keepListItem(trx, sponsorKey, itemId);
}

/** The share of cases whose values of the items are stored, in percent. */
export async function preparedShare(trx: Trx, sponsorKey: number, condition: Condition): Promise<number> {
  const names = itemsOf(condition);
  const { rows } = await sql<{ share: number }>`
    select coalesce(min(case when p.done then 100 else least(99, 100 * p.walked_to / greatest(1, last.case_key)) end), 0)::int as share
    from unnest(${names}::text[]) as item (id)
    cross join (select coalesce(max(case_key), 1) as case_key from pv_case where sponsor_key = ${sponsorKey}) last
    left join projection_progress p on p.sponsor_key = ${sponsorKey} and p.name = 'listValues/' || item.id`.execute(
    trx,
  );
  return rows[0]?.share ?? 0;
}

/** What the reader may not see: cases outside of the limits, and blinded values. */
export const hasLimits = (reader: QueryReader): boolean => limitsOf(reader).length > 0;
