/**
 * What was typed into the check, put beside the version before of the case it is a follow-up of: what would come with it,
 * and what of that is said otherwise there. Nothing is decided here; only what somebody has named is taken over. Pure.
 */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseContent, type CaseRow, type CaseValue } from '../case/caseContent.ts';
import { addressAt, addressKey, rowPathOf, type ItemAddress, type RowPath } from '../case/itemAddress.ts';
import { EMPTY_VALUE, isEmpty, type ItemValue } from '../case/itemValue.ts';
import { sameRowAs } from './sameRow.ts';

/** adds: the case says nothing there; replaces: it says something else; same; keeps: its own number is never replaced. */
type Effect = 'adds' | 'replaces' | 'same' | 'keeps';

interface TypedPart {
  /** as it was typed */
  typed: CaseValue;
  /** where it goes in the case */
  at: ItemAddress;
  /** what the case says there */
  before: ItemValue;
}

/** An item with its unit and the version of its code, which are taken over together. */
interface TypedEntry {
  item: TypedPart;
  /** null: the item has none */
  unit: TypedPart | null;
  version: TypedPart | null;
  effect: Effect;
  /** it stands in a row the case does not have */
  newRow: boolean;
}

export interface FollowUpPlan {
  entries: readonly TypedEntry[];
  /** the rows the case does not have, where they would stand in it */
  newRows: readonly CaseRow[];
}

/** They name the case. */
const OF_THE_CASE = ['caseNumber', 'worldwideId'];

/** Typed rows go to the row of the case that says the same thing by name, else they are new. */
export function followUpPlan(catalogue: Catalogue, before: CaseContent, typed: CaseContent): FollowUpPlan {
  const { placeOf, newRows } = placedRows(catalogue, before, typed);
  const [said, typedAt] = [before, typed].map(valuesByKey) as [ByKey, ByKey];
  const own = new Set(OF_THE_CASE.map((role) => catalogue.roles[role]));
  const isPart = (value: CaseValue) => {
    const owner = ownerOf(catalogue.items[value.itemId]);
    return owner !== null && typedAt.has(addressKey({ ...value, itemId: owner }));
  };
  const entries = typed.values
    .filter((value) => !isPart(value))
    .flatMap((value): TypedEntry[] => {
      const place = placeOf(value);
      if (!place) return [];
      const part = (itemId: string): TypedPart => {
        const address = { ...value, ...EMPTY_VALUE, itemId };
        const at = addressAt(itemId, place.path);
        return {
          typed: typedAt.get(addressKey(address)) ?? address,
          at,
          before: said.get(addressKey(at)) ?? EMPTY_VALUE,
        };
      };
      const { unitItem, versionItem } = catalogue.items[value.itemId] ?? {};
      const parts = {
        item: part(value.itemId),
        unit: unitItem ? part(unitItem) : null,
        version: versionItem ? part(versionItem) : null,
      };
      const effect = own.has(value.itemId) ? 'keeps' : effectOf(parts);
      return [{ ...parts, effect, newRow: place.isNew }];
    });
  return { entries, newRows };
}

type ByKey = ReadonlyMap<string, CaseValue>;
const valuesByKey = ({ values }: CaseContent): ByKey =>
  new Map(values.map((value) => [addressKey(value), value]));

/** Whose unit or version the item is; null: it stands for itself. */
const ownerOf = (item: CatalogueItem | undefined): string | null => item?.unitOf ?? item?.versionOf ?? null;

type Parts = Pick<TypedEntry, 'item' | 'unit' | 'version'>;
const partsOf = ({ item, unit, version }: Parts): TypedPart[] =>
  [item, unit, version].filter((part) => part !== null);

function effectOf(parts: Parts): Effect {
  if (isEmpty(parts.item.before)) return 'adds';
  return partsOf(parts).every(saysIt) ? 'same' : 'replaces';
}

/** A part that was not typed, and a second language that was not, take nothing away. */
const saysIt = ({ before, typed }: TypedPart): boolean =>
  isEmpty(typed) ||
  (before.value === typed.value &&
    before.nullFlavor === typed.nullFlavor &&
    (typed.notation === null || before.notation === typed.notation));

/** The content with the entries named by the keys of their items as they were typed, and the new rows these stand in. */
export function takenOver(
  catalogue: Catalogue,
  before: CaseContent,
  { entries, newRows }: FollowUpPlan,
  named: ReadonlySet<string>,
  newUuid: () => string,
): CaseContent {
  const values = entries
    .filter(({ item, effect }) => CHANGING.includes(effect) && named.has(addressKey(item.typed)))
    .flatMap(partsOf)
    .map(({ at, typed: { value, nullFlavor, notation } }) => ({ ...at, value, nullFlavor, notation }));
  const places = new Set(values.map(addressKey));
  const rows = new Set(
    values.flatMap((value) =>
      (catalogue.items[value.itemId]?.groups ?? []).map((group, depth) =>
        keyAt(group, rowPathOf(value, depth + 1)),
      ),
    ),
  );
  return {
    values: [
      ...before.values.filter((value) => !places.has(addressKey(value))),
      ...values.filter((value) => !isEmpty(value)),
    ],
    rows: [
      ...before.rows,
      ...newRows.filter((row) => rows.has(rowKey(row))).map((row) => ({ ...row, rowId: newUuid() })),
    ],
  };
}

const CHANGING: readonly Effect[] = ['adds', 'replaces'];

/** Key of a row, by its group and path. */
const keyAt = (group: string, path: RowPath): string => rowKey({ group, ...numbersOf(path) });

const numbersOf = ([rowNo = 0, rowNo2 = 0, rowNo3 = 0]: RowPath) => ({ rowNo, rowNo2, rowNo3 });

/** Of a typed row, or of an item, in the case. */
interface Place {
  path: RowPath;
  isNew: boolean;
}

/** Where typed rows, and the items in them, stand in the case. */
function placedRows(catalogue: Catalogue, before: CaseContent, typed: CaseContent) {
  const places = new Map<string, Place>();
  const newRows: CaseRow[] = [];
  /** keys of rows of the case that a typed one stands in: no second one does */
  const taken = new Set<string>();
  const isSame = sameRowAs(catalogue, before, typed);
  const depthOf = ({ group }: CaseRow) => catalogue.groups[group]?.groups.length ?? 1;
  /** null: around it is a row that was struck again */
  const around = (group: string, path: RowPath): RowPath | null => {
    const outer = catalogue.groups[group]?.groups.at(-2);
    return outer ? (places.get(keyAt(outer, path.slice(0, -1)))?.path ?? null) : [];
  };
  // a row is placed in the one around it
  for (const row of typed.rows.filter(({ deleted }) => !deleted).sort((a, b) => depthOf(a) - depthOf(b))) {
    const { group } = row;
    const depth = depthOf(row);
    const typedPath = rowPathOf(row, depth);
    const parent = around(group, typedPath);
    if (!parent) continue;
    const isBeside = (one: CaseRow) => one.group === group && startsWith(rowPathOf(one, depth), parent);
    const free = before.rows.filter((one) => isBeside(one) && !one.deleted && !taken.has(rowKey(one)));
    const found = isSame(
      group,
      typedPath,
      free.map((one) => rowPathOf(one, depth)),
    );
    const beside = [...before.rows, ...newRows].filter(isBeside);
    const next = (of: (one: CaseRow) => number) => Math.max(0, ...beside.map(of)) + 1;
    const path = found ?? [...parent, next((one) => rowPathOf(one, depth).at(-1) ?? 0)];
    places.set(keyAt(group, typedPath), { path, isNew: !found });
    taken.add(keyAt(group, path));
    if (!found) newRows.push({ ...row, ...numbersOf(path), sort: next(({ sort }) => sort) });
  }
  return {
    newRows,
    /** null: in a row that was struck again */
    placeOf: (value: ItemAddress): Place | null => {
      const groups = catalogue.items[value.itemId]?.groups ?? [];
      const path = rowPathOf(value, groups.length);
      const group = groups.at(-1);
      return group === undefined ? { path, isNew: false } : (places.get(keyAt(group, path)) ?? null);
    },
  };
}

const startsWith = (path: RowPath, start: RowPath): boolean =>
  start.every((number, depth) => path[depth] === number);
