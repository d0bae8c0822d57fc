/** The cases that answer a question, as far as its reader may see them. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { seesEach, type Sight } from '../../shared/blinding/sight.ts';
import { sql, type RawBuilder } from 'kysely';
import type { DataQuery } from '../../shared/contract/dataQueries.ts';
import { limitsOf } from '../../shared/access/scope.ts';
import { checkCondition, checkQuestion, type ConditionFault } from '../../shared/query/checkCondition.ts';
import {
  itemsOf,
  rowConditionsOf,
  testsOf,
  type CaseQuestion,
  type Condition,
  type ItemTest,
  type RowCondition,
} from '../../shared/query/condition.types.ts';
import { explainQuestion } from '../../shared/query/explainCondition.ts';
import { isSelectable, kindOf } from '../../shared/query/itemKind.ts';
import { caseInScope } from '../cases/record/caseScope.store.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import type { Language } from '../http/language.ts';
import type { SessionUser } from '../http/session.ts';
import { beginningsOf } from '../lists/dateRange.ts';
import { hasTexts, storesTexts } from '../lists/commonTexts.ts';
import { keepListItem } from '../lists/listValues.ts';
import { codesOfItem } from '../lists/listColumns.ts';
import { findItemsWithListValues } from '../lists/listValues.store.ts';
import { queryBlinded, queryFaults, unknownBlock } from '../problems.ts';
import type { Trx } from '../storage/database.ts';
import { withCodesNamed } from './codesNamed.ts';
import { conditionSql, type ConditionSources, type DayColumn } from './conditionSql.ts';
import { findCosts } from './findingCosts.store.ts';
import { casesAmong, foundCases, keysOf, type Keys, type Search } from './foundCases.ts';
import {
  findKnownPair,
  findKnownTexts,
  findShortDates,
  pairWantedBy,
  wantedBy,
  type KnownPair,
  type KnownValues,
} from './knownValues.store.ts';

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
export const sentenceOf = (catalogue: CatalogueSource, question: CaseQuestion, language: Language): string =>
  explainQuestion(question, {
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
export function requireAskable(catalogue: CatalogueSource, reader: Sight, question: CaseQuestion): void {
  requireSeen(catalogue, reader, question.condition);
  const faults = checkQuestion(question, catalogue.whole, reader);
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

/** After `from`: the versions that are not deleted and answer the question, as `c`. */
export async function passingCases(
  trx: Trx,
  catalogue: CatalogueSource,
  reader: QueryReader,
  question: CaseQuestion,
): Promise<RawBuilder<unknown>> {
  const keys = await selectKeys(trx, catalogue, reader, { question });
  return sql`pv_case c where c.sponsor_key = ${reader.sponsorKey} and c.case_key = any(${keys}::bigint[])`;
}

/** The condition of `passingCases` alone, for a list of the newest versions with the alias `c`. */
export async function passingCondition(
  trx: Trx,
  catalogue: CatalogueSource,
  reader: QueryReader,
  question: CaseQuestion,
): Promise<RawBuilder<boolean>> {
  requireAskable(catalogue, reader, question);
  const { asAt } = question;
  const condition = withCodesNamed(catalogue, question.condition);
  if (!asAt) {
    const sources = await sourcesOf(trx, catalogue, reader, { condition, asAt });
    return conditionSql(condition, sources, 'c');
  }
  return sql<boolean>`exists (
    select from (${newestReceived(asAt, sql`v.sponsor_key = c.sponsor_key and v.root_case_key = c.root_case_key`)}) known
    where ${conditionSql(condition, documentsOf(catalogue.whole), 'known')})`;
}

/** The newest version of each case of what was received by a day; `cases`: a condition of the versions `v`. */
const newestReceived = (day: string, cases: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select distinct on (v.root_case_key) v.sponsor_key, v.root_case_key, v.case_key, v.latest from pv_case v
    where ${cases} and v.del_flag = 'N' and coalesce(v.received_day, '') <= ${day} collate "C"
    order by v.root_case_key, v.version_no desc`;

/** Of versions that were superseded before an item was stored no values are: their documents are read. */
const documentsOf = (catalogue: Catalogue): ConditionSources => ({
  catalogue,
  withValues: new Set(),
  known: new Map(),
  pairs: new Map(),
  days: daysOf(catalogue),
});

const DAY_COLUMNS: Readonly<Record<string, DayColumn>> = {
  mostRecentInformation: 'received_day',
  firstReceived: 'first_received_day',
};

/** Items whose dates count by their day where the sponsor is, if a question has a day: the same at both ends of a period. */
const daysOf = ({ roles }: Catalogue): ReadonlyMap<string, DayColumn> =>
  new Map(
    Object.entries(DAY_COLUMNS).flatMap(([role, column]) => {
      const itemId = roles[role];
      return itemId === undefined ? [] : [[itemId, column] as const];
    }),
  );

/** What the statement is made with: which values are stored, and the texts that pass. */
async function sourcesOf(
  trx: Trx,
  { whole }: CatalogueSource,
  { sponsorKey }: QueryReader,
  { condition, asAt }: CaseQuestion,
): Promise<ConditionSources> {
  const days = asAt ? daysOf(whole) : new Map<string, DayColumn>();
  const stored = await findItemsWithListValues(trx, sponsorKey);
  const withValues = new Map([...stored].filter(([itemId]) => !days.has(itemId)));
  const known = new Map<ItemTest, KnownValues>();
  for (const { test } of testsOf(condition)) {
    const item = whole.items[test.itemId];
    const version = withValues.get(test.itemId);
    if (!item || version === undefined) continue;
    if (kindOf(item) === 'date') {
      const [first = ''] = test.values;
      const dates = (test.operator === 'RANGE' ? [first] : test.values).flatMap(beginningsOf);
      known.set(test, { beginnings: await findShortDates(trx, sponsorKey, test.itemId, dates) });
    } else if (hasTexts(item) && storesTexts(version)) {
      const wanted = wantedBy(item, test);
      if (wanted) known.set(test, { texts: await findKnownTexts(trx, test.itemId, wanted) });
    }
  }
  const pairs = new Map<RowCondition, KnownPair>();
  for (const rows of rowConditionsOf(condition)) {
    const wanted = pairWantedBy(whole, rows);
    if (!wanted || !storesTexts(withValues.get(wanted.pair.id))) continue;
    const pair = await findKnownPair(trx, wanted);
    if (pair) pairs.set(rows, pair);
  }
  return { catalogue: whole, withValues, known, pairs, days };
}

/** Keys of cases from one on, and below another one. */
export interface KeyRange {
  from: number;
  below: number;
}

/** The keys of the cases that `passingCases` has, of a range only those; no more cases than needed are looked at. */
async function selectKeys(
  trx: Trx,
  catalogue: CatalogueSource,
  reader: QueryReader,
  { question, range }: { question: CaseQuestion; range?: KeyRange | undefined },
): Promise<Keys> {
  const { asAt } = question;
  const condition = withCodesNamed(catalogue, question.condition);
  const sources = await sourcesOf(trx, catalogue, reader, { condition, asAt });
  const search = {
    sources,
    sponsorKey: reader.sponsorKey,
    costs: await findCosts(trx, condition, sources, reader.sponsorKey),
  };
  const inRange = range ? sql`and c.case_key >= ${range.from} and c.case_key < ${range.below}` : sql``;
  const newest = sql`pv_case c where c.sponsor_key = ${reader.sponsorKey} and c.latest and c.del_flag = 'N'
    and ${caseInScope(reader)}`;
  if (asAt) return keysAsAt(condition, search, { asAt, newest, inRange });
  const found = range ? null : foundCases(condition, search);
  if (found && !hasLimits(reader)) return keysOf(found);
  const inScope = sql`select c.case_key from ${newest}`;
  if (found) return keysOf(sql`${inScope} and c.case_key = any(${keysOf(found)}::bigint[])`);
  return keysOf(casesAmong(condition, search, keysOf(sql`${inScope} ${inRange}`)));
}

/** Those of the versions that were the newest by the day. Most of them still are, and their values may be stored. */
function keysAsAt(
  condition: Condition,
  search: Search,
  { asAt, newest, inRange }: { asAt: string; newest: RawBuilder<unknown>; inRange: RawBuilder<unknown> },
): Keys {
  const { sponsorKey, sources } = search;
  const cases = sql`v.sponsor_key = ${sponsorKey} and v.root_case_key in (select c.root_case_key from ${newest})`;
  const known = (still: boolean): Keys =>
    keysOf(sql`select c.case_key from (${newestReceived(asAt, cases)}) c
      where c.latest = ${still} ${inRange}`);
  const documents = { ...search, sources: documentsOf(sources.catalogue) };
  return keysOf(sql`(${casesAmong(condition, search, known(true))})
    union all (${casesAmong(condition, documents, known(false))})`);
}

/** How many cases answer the question, and the keys of the first, the newest first; of a range its cases alone are looked at. */
export async function countPassing(
  trx: Trx,
  catalogue: CatalogueSource,
  reader: QueryReader,
  question: CaseQuestion,
  { limit, range }: { limit: number; range?: KeyRange },
): Promise<{ count: number; keys: number[] }> {
  const passing = await selectKeys(trx, catalogue, reader, { question, range });
  const { rows } = await sql<{ count: number; keys: string[] }>`
    with passing as materialized (select ${passing} as keys)
    select cardinality(keys) as count, keys[greatest(cardinality(keys) - ${limit}::int + 1, 1):]::text[] as keys
    from passing`.execute(trx);
  const [{ count, keys } = { count: 0, keys: [] }] = rows;
  return { count, keys: keys.map(Number).toReversed() };
}

/** Keys of the cases that answer the question, the newest first. */
export async function passingKeys(
  trx: Trx,
  catalogue: CatalogueSource,
  reader: QueryReader,
  question: CaseQuestion,
): Promise<number[]> {
  const passing = await selectKeys(trx, catalogue, reader, { question });
  const { rows } = await sql<{ keys: string[] }>`select ${passing}::text[] as keys`.execute(trx);
  return (rows[0]?.keys ?? []).map(Number).toReversed();
}

/** From now on the values of the items are stored one by one: questions about them are answered fast. */
export async function keepValues(
  trx: Trx,
  { whole }: CatalogueSource,
  sponsorKey: number,
  condition: Condition,
): Promise<void> {
  const stored = await findItemsWithListValues(trx, sponsorKey);
  const pairs = rowConditionsOf(condition).flatMap((rows) => pairWantedBy(whole, rows)?.pair.id ?? []);
  for (const id of [...itemsOf(condition), ...pairs])
    if (!stored.has(id)) await keepListItem(trx, sponsorKey, id);
}

/** What the reader may not see: cases outside of the limits, and blinded values. */
export const hasLimits = (reader: QueryReader): boolean => limitsOf(reader).length > 0;
