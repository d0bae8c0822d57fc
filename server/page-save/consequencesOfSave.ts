/** The consequences of a save: computed values, and values that conditions hide, on any page. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { addressKey, rowPathOf, type ItemAddress } from '../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../shared/case/itemValue.ts';
import { deriveConsequences, type Consequence } from '../../shared/derived/consequences.ts';
import { derivationsOf } from '../../shared/derived/derivations.ts';
import { caseReader } from '../../shared/expressions/caseReader.ts';
import type { CaseChange } from '../../shared/case/caseChange.ts';
import type { AuditSource, NewEntry } from '../audit/auditEntry.ts';
import { actionOf, valueEntry } from '../audit/contentEntries.ts';
import {
  contentOf,
  docKey,
  emptyDoc,
  storedValue,
  type Change,
  type PageDoc,
} from '../cases/record/pageDoc.ts';
import type { PagePlan } from './pageChange.ts';

/** The documents of a save with their consequences, and the audit entries of these. */
export interface Consequences {
  docs: readonly PageDoc[];
  /** by the source of the change */
  entries: readonly { source: AuditSource; entries: readonly NewEntry[] }[];
}

/** What is saved: when and by whom, and its stored documents. */
interface Saved {
  change: Change;
  readDocs: () => Promise<readonly PageDoc[]>;
}

/**
 * The whole case is read only where something of it depends on what the save changes, or a page that is saved has
 * computed values.
 */
export async function consequencesOfSave(
  { change: made, readDocs }: Saved,
  whole: Catalogue,
  plans: readonly PagePlan[],
): Promise<Consequences> {
  // of two plans of one document the later one continues the earlier one
  const planned = [...new Map(plans.map(({ doc }) => [docKey(doc), doc])).values()];
  const change = changeOf(whole, plans);
  const pages = new Set(planned.map(({ page }) => page));
  if (!concernsOthers(whole, change, pages)) return { docs: planned, entries: [] };
  const stored = await readDocs();
  const docs = new Map([...stored, ...planned].map((doc) => [docKey(doc), doc]));
  const before = caseReader(whole, contentOf(stored));
  const after = caseReader(whole, contentOf([...docs.values()]));
  const consequences = deriveConsequences(whole, derivationsOf(whole))({ before, after, change, pages });

  const changed = new Map(planned.map((doc) => [docKey(doc), doc]));
  const entryOf = ({ address, nextValue }: Consequence): NewEntry => {
    const was = after.item(address.itemId, pathOf(whole, address)) ?? EMPTY_VALUE;
    return valueEntry(whole, address, was, nextValue, actionOf(was, nextValue));
  };
  for (const { address, nextValue } of consequences) {
    const page = whole.items[address.itemId]?.page ?? '';
    const rowNo = whole.pages[page]?.kind === 'rows' ? address.rowNo : 0;
    const key = docKey({ page, rowNo });
    const doc = changed.get(key) ?? docs.get(key) ?? emptyDoc(page, made);
    const items = { ...doc.items, [addressKey(address)]: storedValue(nextValue, made) };
    changed.set(key, { ...doc, items });
  }
  return {
    docs: [...changed.values()],
    entries: (['computed', 'hidden'] as const)
      .map((source) => ({ source, entries: consequences.filter(({ why }) => why === source).map(entryOf) }))
      .filter(({ entries }) => entries.length > 0),
  };
}

const pathOf = ({ items }: Catalogue, address: ItemAddress) =>
  rowPathOf(address, items[address.itemId]?.groups.length ?? 0);

/** The change that the entries of a save describe: items, and rows named by their groups. */
function changeOf(whole: Catalogue, plans: readonly PagePlan[]): CaseChange {
  const entries = plans.flatMap((plan) => plan.entries);
  return {
    items: entries.filter(({ itemId }) => whole.items[itemId]),
    rows: entries
      .filter(({ itemId }) => !whole.items[itemId] && whole.groups[itemId])
      .map(({ itemId: group, rowNo, rowNo2, rowNo3 }) => ({ group, rowNo, rowNo2, rowNo3 })),
  };
}

function concernsOthers(whole: Catalogue, { items, rows }: CaseChange, pages: ReadonlySet<string>): boolean {
  const { computed, clearing } = derivationsOf(whole);
  if (computed.some(({ item }) => pages.has(item.page))) return true;
  const all = [...computed, ...clearing];
  if (rows.length > 0) return all.length > 0;
  const read = new Set(
    all
      .flatMap(({ check }) => check.readings)
      .flatMap((reading) => ('itemId' in reading ? [reading.itemId] : [])),
  );
  return items.some(({ itemId }) => read.has(itemId));
}
