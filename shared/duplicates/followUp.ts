/**
 * Compares content entered in the duplicate check with the previous version of the case that it follows up: what it
 * would add, and what differs. Only selected entries are applied. Pure.
 */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseContent, type CaseRow, type CaseValue } from '../case/caseContent.ts';
import { addressAt, addressKey, rowPathOf, type ItemAddress, type RowPath } from '../case/itemAddress.ts';
import { EMPTY_VALUE, isEmpty, type ItemValue } from '../case/itemValue.ts';
import { sameRowAs } from './sameRow.ts';

/**
 * adds: the case has no value; replaces: it has another one; same; keeps: an identifier of the case, never replaced.
 */
type Effect = 'adds' | 'replaces' | 'same' | 'keeps';

interface TypedPart {
  /** as entered */
  typed: CaseValue;
  /** its target address in the case */
  at: ItemAddress;
  /** the stored value */
  before: ItemValue;
}

/** An item with its unit and the version of its code, which are applied together. */
interface TypedEntry {
  item: TypedPart;
  /** null: the item has none, or the user does not see it */
  unit: TypedPart | null;
  version: TypedPart | null;
  effect: Effect;
  /** its row does not exist in the case */
  newRow: boolean;
}

export interface FollowUpPlan {
  entries: readonly TypedEntry[];
  /** the new rows, with their target addresses */
  newRows: readonly CaseRow[];
}

/** Identifiers of the case. */
const OF_THE_CASE = ['caseNumber', 'worldwideId'];

/**
 * Entered rows match a row of the case with the same name; otherwise they are new. `sees`: the items that the user sees; a
 * unit or a version that they do not see is neither compared nor cleared.
 */
export function planFollowUp(
  catalogue: Catalogue,
  before: CaseContent,
  typed: CaseContent,
  sees: (itemId: string) => boolean,
): FollowUpPlan {
  const { placeOf: targetOf, newRows } = matchRows(catalogue, before, typed);
  const [storedAt, typedAt] = [before, typed].map(valuesByKey) as [ByKey, ByKey];
  const own = new Set(OF_THE_CASE.map((role) => catalogue.roles[role]));
  const isPart = (value: CaseValue) => {
    const owner = ownerOf(catalogue.items[value.itemId]);
    return owner !== null && typedAt.has(addressKey({ ...value, itemId: owner }));
  };
  const entries = typed.values
    .filter((value) => !isPart(value))
    .flatMap((value): TypedEntry[] => {
      const target = targetOf(value);
      if (!target) return [];
      const part = (itemId: string): TypedPart => {
        const address = { ...value, ...EMPTY_VALUE, itemId };
        const at = addressAt(itemId, target.path);
        return {
          typed: typedAt.get(addressKey(address)) ?? address,
          at,
          before: storedAt.get(addressKey(at)) ?? EMPTY_VALUE,
        };
      };
      const { unitItem, versionItem } = catalogue.items[value.itemId] ?? {};
      const parts = {
        item: part(value.itemId),
        unit: unitItem && sees(unitItem) ? part(unitItem) : null,
        version: versionItem && sees(versionItem) ? part(versionItem) : null,
      };
      const effect = own.has(value.itemId) ? 'keeps' : effectOf(parts);
      return [{ ...parts, effect, newRow: target.isNew }];
    });
  return { entries, newRows };
}

type ByKey = ReadonlyMap<string, CaseValue>;
const valuesByKey = ({ values }: CaseContent): ByKey =>
  new Map(values.map((value) => [addressKey(value), value]));

/** The item whose unit or version this is; null: an item of its own. */
const ownerOf = (item: CatalogueItem | undefined): string | null => item?.unitOf ?? item?.versionOf ?? null;

type Parts = Pick<TypedEntry, 'item' | 'unit' | 'version'>;
const partsOf = ({ item, unit, version }: Parts): TypedPart[] =>
  [item, unit, version].filter((part) => part !== null);

function effectOf(parts: Parts): Effect {
  if (isEmpty(parts.item.before)) return 'adds';
  return partsOf(parts).every(isStored) ? 'same' : 'replaces';
}

/** A part or a second language that was not entered does not clear the stored one. */
const isStored = ({ before, typed }: TypedPart): boolean =>
  isEmpty(typed) ||
  (before.value === typed.value &&
    before.nullFlavor === typed.nullFlavor &&
    (typed.notation === null || before.notation === typed.notation));

/** What the entries selected by their item keys store: each item that adds or replaces a value, with its unit and version. */
export const selectedParts = ({ entries }: FollowUpPlan, named: ReadonlySet<string>): TypedPart[] =>
  entries
    .filter(({ item, effect }) => CHANGING.includes(effect) && named.has(addressKey(item.typed)))
    .flatMap(partsOf);

/** The content with the entries selected by their item keys, as entered, and their new rows. */
export function applyFollowUp(
  catalogue: Catalogue,
  before: CaseContent,
  plan: FollowUpPlan,
  named: ReadonlySet<string>,
  newUuid: () => string,
): CaseContent {
  const values = selectedParts(plan, named).map(({ at, typed: { value, nullFlavor, notation } }) => ({
    ...at,
    value,
    nullFlavor,
    notation,
  }));
  const selected = new Set(values.map(addressKey));
  const rows = new Set(
    values.flatMap((value) =>
      (catalogue.items[value.itemId]?.groups ?? []).map((group, depth) =>
        keyAt(group, rowPathOf(value, depth + 1)),
      ),
    ),
  );
  return {
    values: [
      ...before.values.filter((value) => !selected.has(addressKey(value))),
      ...values.filter((value) => !isEmpty(value)),
    ],
    rows: [
      ...before.rows,
      ...plan.newRows.filter((row) => rows.has(rowKey(row))).map((row) => ({ ...row, rowId: newUuid() })),
    ],
  };
}

const CHANGING: readonly Effect[] = ['adds', 'replaces'];

/** Key of a row, by its group and path. */
const keyAt = (group: string, path: RowPath): string => rowKey({ group, ...numbersOf(path) });

const numbersOf = ([rowNo = 0, rowNo2 = 0, rowNo3 = 0]: RowPath) => ({ rowNo, rowNo2, rowNo3 });

/** The target of an entered row or item. */
interface RowTarget {
  path: RowPath;
  isNew: boolean;
}

/** The targets of entered rows and of their items. */
function matchRows(catalogue: Catalogue, before: CaseContent, typed: CaseContent) {
  const targets = new Map<string, RowTarget>();
  const newRows: CaseRow[] = [];
  /** keys of rows of the case that are already matched: each matches once */
  const used = new Set<string>();
  const isSame = sameRowAs(catalogue, before, typed);
  const depthOf = ({ group }: CaseRow) => catalogue.groups[group]?.groups.length ?? 1;
  /** null: inside a row that was deleted again */
  const around = (group: string, path: RowPath): RowPath | null => {
    const outer = catalogue.groups[group]?.groups.at(-2);
    return outer ? (targets.get(keyAt(outer, path.slice(0, -1)))?.path ?? null) : [];
  };
  // a row is matched inside its parent's target
  for (const row of typed.rows.filter(({ deleted }) => !deleted).sort((a, b) => depthOf(a) - depthOf(b))) {
    const { group } = row;
    const depth = depthOf(row);
    const typedPath = rowPathOf(row, depth);
    const parent = around(group, typedPath);
    if (!parent) continue;
    const isSibling = (one: CaseRow) => one.group === group && startsWith(rowPathOf(one, depth), parent);
    const free = before.rows.filter((one) => isSibling(one) && !one.deleted && !used.has(rowKey(one)));
    const found = isSame(
      group,
      typedPath,
      free.map((one) => rowPathOf(one, depth)),
    );
    const siblings = [...before.rows, ...newRows].filter(isSibling);
    const next = (of: (one: CaseRow) => number) => Math.max(0, ...siblings.map(of)) + 1;
    const path = found ?? [...parent, next((one) => rowPathOf(one, depth).at(-1) ?? 0)];
    targets.set(keyAt(group, typedPath), { path, isNew: !found });
    used.add(keyAt(group, path));
    if (!found) newRows.push({ ...row, ...numbersOf(path), sort: next(({ sort }) => sort) });
  }
  return {
    newRows,
    /** null: inside a row that was deleted again */
    placeOf: (value: ItemAddress): RowTarget | null => {
      const groups = catalogue.items[value.itemId]?.groups ?? [];
      const path = rowPathOf(value, groups.length);
      const group = groups.at(-1);
      return group === undefined ? { path, isNew: false } : (targets.get(keyAt(group, path)) ?? null);
    },
  };
}

const startsWith = (path: RowPath, start: RowPath): boolean =>
  start.every((number, depth) => path[depth] === number);
