/** One save of a page, thought through before anything is stored. Pure: the law of saving is tested here. */
import type { UserItemRights } from '../../shared/access/userItemRights.ts';
import { seesItem } from '../../shared/blinding/sight.ts';
import type { Catalogue, CatalogueItem, CataloguePage } from '../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseRow, type CaseValue } from '../../shared/case/caseContent.ts';
import type { ItemChange, RowChange } from '../../shared/case/changeSet.ts';
import {
  addressAt,
  addressKey,
  rowPathOf,
  type ItemAddress,
  type RowPath,
} from '../../shared/case/itemAddress.ts';
import { differs, EMPTY_VALUE, type ItemValue } from '../../shared/case/itemValue.ts';
import type { ValueWorld } from '../../shared/rules/valueFindings.ts';
import type { NewEntry } from '../audit/auditEntry.ts';
import { storable } from '../../shared/text/storable.ts';
import { actionOf, valueEntry } from '../audit/contentEntries.ts';
import { storedValue, valueOf, type Change, type PageDoc } from '../cases/record/pageDoc.ts';
import { refusal, valueRefusals, type Refusal, type RefusalId } from './refusal.ts';
import { planRows, type RowPlan } from './rowChanges.ts';
import { isLater, isOvertaken, seenAt, type StaleEntry } from './staleEntry.ts';
import { unfitProperties } from './unfitProperties.ts';

/** Controls whose values follow from something else. */
const DERIVED = new Set(['rowReference', 'readOnly']);

export interface PageChange {
  catalogue: Catalogue;
  page: CataloguePage;
  /** as stored; empty without content; with its number if the row is new */
  doc: PageDoc;
  isNew: boolean;
  requestedRowNo: number;
  /** rows of the groups that groups of this page borrow: by group and number, whether they are deleted */
  foreignRows: ReadonlyMap<string, ReadonlyMap<number, boolean>>;
  changes: readonly ItemChange[];
  rows: readonly RowChange[];
  retrievedAt: Date;
  change: Change;
  /** what the author may see, and what not change */
  author: UserItemRights;
  /** values may name the record they were filled from; the caller checks that they were */
  hasProvenance?: boolean;
  /** who sets a value again as it is confirms it: stored again where what it means nothing without was changed after it */
  confirms?: boolean;
  world: ValueWorld;
}

export interface PagePlan {
  /** what is to be stored */
  doc: PageDoc;
  /** in the order rows, then items as they came */
  entries: NewEntry[];
  /** says anything: nothing may be stored */
  refused: Refusal[];
  /** says anything: nothing may be stored */
  stale: StaleEntry[];
  /** rows that were added, as they are stored */
  added: CaseRow[];
  touchedItems: Set<string>;
  touchedGroups: Set<string>;
  /** an earlier save has stored it: that nothing is left to store refuses nothing */
  isRepeated: boolean;
}

/**
 * Applies changed items and rows to a page's document. An item is stale when it was changed after what the change is
 * based on was read (`basedOn`, else `retrievedAt`), or when what it means nothing without was, by another author; what is
 * not different from what is stored is no change.
 */
export function planPageChange(given: PageChange): PagePlan {
  const rowPlan = planRows(given);
  const { doc, entries, refused, stale, added, isRepeated } = rowPlan;
  const plan: PagePlan = {
    doc: { ...doc, items: { ...doc.items } },
    entries,
    refused,
    stale,
    added,
    isRepeated,
    touchedItems: new Set(),
    touchedGroups: rowPlan.groups,
  };
  // the numbers of rows that were refused mean nothing
  if (refused.length === 0) refused.push(...given.rows.flatMap((row) => homeless(given, rowPlan, row)));
  const seen = new Set<string>();
  for (const change of given.changes) {
    const address = placed(given, rowPlan, change);
    if ('ruleId' in address) plan.refused.push(address);
    else if (seen.has(addressKey(address))) plan.refused.push(refusal(change, 'item.twice'));
    else applyChange(given, plan, change, address);
    if (!('ruleId' in address)) seen.add(addressKey(address));
  }
  return plan;
}

/** A row needs the rows around it. */
function homeless(given: PageChange, rows: RowPlan, row: CaseRow): Refusal[] {
  const { groups = [] } = given.catalogue.groups[row.group] ?? {};
  const outer = groups.slice(0, -1);
  const missing = missingRow(given, rows, outer, rowPathOf(row, outer.length));
  return missing ? [refusal({ ...row, itemId: row.group }, missing)] : [];
}

/** The address in the record, or why there is none. */
function placed(given: PageChange, rows: RowPlan, change: CaseValue): ItemAddress | Refusal {
  const item = given.catalogue.items[change.itemId];
  const why = item ? misplaced(given, item, change) : 'item.unknown';
  if (why !== null || !item) return refusal(change, why ?? 'item.unknown');
  const numbers = [change.rowNo, change.rowNo2, change.rowNo3].slice(0, item.groups.length);
  const path = rows.translate(item.groups, numbers);
  const missing = missingRow(given, rows, item.groups, numbers);
  return missing ? refusal(change, missing) : addressAt(item.itemId, path);
}

/** Why one of nested rows cannot hold a change, `asked` being their numbers in the request; null where all can. */
function missingRow(
  given: PageChange,
  rows: RowPlan,
  groups: readonly string[],
  requested: RowPath,
): RefusalId | null {
  const path = rows.translate(groups, requested);
  const problems = groups.map((group, at) => rowProblem(given, rows, group, path.slice(0, at + 1)));
  return problems.find((problem) => problem !== null) ?? null;
}

function misplaced(given: PageChange, item: CatalogueItem, change: CaseValue): RefusalId | null {
  const { catalogue, page, requestedRowNo, author } = given;
  if (item.page !== page.page) return 'item.otherPage';
  // an editor sends its computed values too; they are ignored, since they are computed again here
  if (DERIVED.has(item.control) && item.computed === null) return 'item.derived';
  if (item.computed === null && !seesItem(catalogue, author, item.itemId)) return 'item.hidden';
  if (item.computed === null && author.readOnlyItems.includes(item.itemId)) return 'item.readOnly';
  const numbers = [change.rowNo, change.rowNo2, change.rowNo3];
  if (page.group !== null && change.rowNo !== requestedRowNo) return 'row.otherRow';
  return numbers.slice(item.groups.length).some((number) => number !== 0) ? 'row.unknown' : null;
}

/** Why a row cannot hold a change: it must be there, before the save or after it. */
function rowProblem(
  { catalogue, page, doc, foreignRows }: PageChange,
  after: RowPlan,
  group: string,
  path: RowPath,
): RefusalId | null {
  const own = path.at(-1) ?? 0;
  const rowsOf = catalogue.groups[group]?.rowsOf ?? null;
  if (rowsOf !== null) {
    const isDeleted = foreignRows.get(rowsOf)?.get(own);
    return isDeleted === undefined ? 'row.unknown' : isDeleted ? 'row.deleted' : null;
  }
  if (group === page.group) return doc.deleted && after.doc.deleted ? 'row.deleted' : null;
  const [rowNo = 0, rowNo2 = 0, rowNo3 = 0] = path;
  const key = rowKey({ group, rowNo, rowNo2, rowNo3 });
  const now = after.doc.rows[key];
  if (!now) return 'row.unknown';
  // edits made before their row was deleted in the same save are stored
  return now.del && (doc.rows[key]?.del ?? false) ? 'row.deleted' : null;
}

function applyChange(given: PageChange, plan: PagePlan, change: ItemChange, address: ItemAddress): void {
  const { catalogue, retrievedAt, world } = given;
  const item = catalogue.items[change.itemId];
  if (!item) return;
  // what is computed follows from the rest, whatever the request makes of it
  if (item.computed !== null) return;
  const content = cleaned(change, given);
  plan.refused.push(...valueRefusals(catalogue, item, address, content, world));
  const key = addressKey(address);
  const stored = plan.doc.items[key];
  const before = stored ? valueOf(stored) : EMPTY_VALUE;
  const properties = { before: before.properties, after: content.properties };
  plan.refused.push(...unfitProperties(catalogue, item, address, properties));
  // a value equal to the current one overwrites nothing
  const isSame = !differs(before, content) && before.properties?.fileKey === content.properties?.fileKey;
  if (isSame && !(given.confirms && stored && isOlder(plan, stored, { item, address }))) return;
  const own =
    stored && isOvertaken(new Date(stored.at), seenAt(change, retrievedAt), given.change) ? [stored] : [];
  const beside = content.value === null ? [] : changedBeside(given, plan, change, { item, address });
  const changed = [...own, ...beside.map((one) => one.stored)].toSorted(byTime).at(-1);
  if (changed) {
    const { value, nullFlavor, notation } = before;
    const others = beside.length > 0 && { others: beside.map((one) => one.shown) };
    const { by: changedBy, at: changedAt } = changed;
    plan.stale.push({ ...address, value, nullFlavor, notation, ...others, changedBy, changedAt });
  }
  plan.doc.items[key] = storedValue(content, given.change);
  plan.entries.push(valueEntry(catalogue, address, before, content, actionOf(before, content)));
  plan.touchedItems.add(item.itemId);
}

/** Items of the same row that a value means nothing without: the texts of a code, the unit of a number, and the number of a unit. */
const neededBy = ({ coding, unitItem, unitOf }: CatalogueItem): string[] => [
  ...(coding?.texts ?? []),
  ...(unitItem === null ? [] : [unitItem]),
  ...(unitOf === null ? [] : [unitOf]),
];

/** Those of them that another user has changed since what the change is based on was read; none that this save changes. */
function changedBeside(
  { catalogue, retrievedAt, changes, change: { by }, author }: PageChange,
  { doc }: PagePlan,
  change: ItemChange,
  { item, address }: { item: CatalogueItem; address: ItemAddress },
) {
  return neededBy(item).flatMap((itemId) => {
    const stored = doc.items[addressKey({ ...address, itemId })];
    if (!stored || stored.by === by || !isLater(new Date(stored.at), seenAt(change, retrievedAt))) return [];
    // by the numbers of the request, as both are in it
    const requested = addressKey({ ...change, itemId });
    if (changes.some((one) => addressKey(one) === requested)) return [];
    const { value, nullFlavor } = seesItem(catalogue, author, itemId) ? valueOf(stored) : EMPTY_VALUE;
    return [{ stored, shown: { itemId, value, nullFlavor } }];
  });
}

/** Whether what a stored value means nothing without was changed after it. */
const isOlder = (
  { doc }: PagePlan,
  stored: { at: string },
  { item, address }: { item: CatalogueItem; address: ItemAddress },
): boolean =>
  neededBy(item).some((itemId) => {
    const other = doc.items[addressKey({ ...address, itemId })];
    return other !== undefined && isLater(new Date(other.at), new Date(stored.at));
  });

const byTime = (left: { at: string }, right: { at: string }): number =>
  Date.parse(left.at) - Date.parse(right.at);

/** As it is stored: nothing is null and never an empty text; properties belong to a value. */
function cleaned(
  { value, nullFlavor, notation, properties: given }: CaseValue,
  { hasProvenance = false }: PageChange,
): ItemValue {
  const { provenance, ...rest } = given ?? {};
  const properties = given && { ...rest, ...(hasProvenance && provenance && { provenance }) };
  const text = (part: string | null): string | null => (part === null ? null : storable(part) || null);
  const content = { value: text(value), nullFlavor: text(nullFlavor), notation: text(notation) };
  return content.value !== null && properties && Object.keys(properties).length > 0
    ? { ...content, properties }
    : content;
}
