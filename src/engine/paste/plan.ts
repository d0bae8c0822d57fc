/** What a pasted table would do to the rows of a group, and doing it. */
import type { Catalogue, CatalogueGroup, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { addressAt, rowPathOf, type RowPath } from '../../../shared/case/itemAddress.ts';
import type { ItemChange } from '../../../shared/case/changeSet.ts';
import { EMPTY_VALUE, isEmpty } from '../../../shared/case/itemValue.ts';
import type { CodeList } from '../services.ts';
import type { PageSession } from '../session/pageSession.ts';
import type { Mapping } from './columns.ts';
import { readCell, type CellResult } from '../../../shared/entry/readCell.ts';
import type { CopiedTable } from './readTable.ts';
import { termKey, type KnownTerms } from './terms.ts';
import type { ZonedNow } from '../../../shared/dates/zonedDay.ts';

/** Behind the rows there are, or first into those of them that say nothing yet. */
export type PasteInto = 'append' | 'fillEmpty';

export interface PlannedCell {
  column: number;
  item: CatalogueItem;
  text: string;
  result: CellResult;
}

interface PlannedRow {
  /** number of the row in the table, from 1, the heading counted */
  line: number;
  cells: readonly PlannedCell[];
  /** empty: nothing to store; over: the group takes no more rows */
  state: 'stored' | 'empty' | 'over';
}

export interface PastePlan {
  rows: readonly PlannedRow[];
  stored: number;
  refused: number;
}

export interface PasteInput {
  table: CopiedTable;
  hasHeading: boolean;
  mapping: Mapping;
  items: readonly CatalogueItem[];
  /** by item id, of those items that have a list */
  codes: ReadonlyMap<string, CodeList>;
  terms: KnownTerms;
  now: ZonedNow;
  /** how many rows the group still takes */
  room: number;
}

const isFilled = ({ result }: PlannedCell): boolean =>
  result.kind === 'value' || result.kind === 'nullFlavor';

/** Reads every cell of the mapped columns. Pure: the preview shows it, `applyPaste` does it. */
export function planPaste(input: PasteInput): PastePlan {
  const { table, hasHeading, mapping, items, codes, terms, now, room } = input;
  const columns = mapping.flatMap((itemId, column) => {
    const item = items.find((one) => one.itemId === itemId);
    return item ? [{ column, item }] : [];
  });
  let stored = 0;
  const rows = table.slice(hasHeading ? 1 : 0).map((texts, index): PlannedRow => {
    const cells = columns.map(({ column, item }): PlannedCell => {
      const text = texts[column] ?? '';
      return {
        column,
        item,
        text,
        result: readCell(text, item, {
          codes: codes.get(item.itemId) ?? null,
          term: terms.get(termKey(item, text)),
          now,
        }),
      };
    });
    const state = !cells.some(isFilled) ? 'empty' : stored >= room ? 'over' : 'stored';
    if (state === 'stored') stored += 1;
    return { line: index + (hasHeading ? 2 : 1), cells, state };
  });
  const refused = rows
    .filter(({ state }) => state !== 'over')
    .flatMap(({ cells }) => cells)
    .filter(({ result }) => result.kind === 'refused').length;
  return { rows, stored, refused };
}

/** The living rows of a group that say nothing yet, in any of its items and of the groups inside. */
export function emptyRows(
  session: PageSession,
  catalogue: Catalogue,
  { group, groups }: CatalogueGroup,
  parent: RowPath,
): RowPath[] {
  const depth = groups.length;
  // also those that no table fills, e.g. a file
  const own = Object.values(catalogue.items).filter(
    (item) => item.groups.at(-1) === group && item.computed === null,
  );
  const inner = Object.values(catalogue.groups).filter(
    (one) => one.rowsOf === null && one.groups.length === depth + 1 && one.groups[depth - 1] === group,
  );
  return session.store
    .get(session.rows(group, parent))
    .filter(({ deleted }) => !deleted)
    .map((row) => rowPathOf(row, depth))
    .filter(
      (path) =>
        own.every(({ itemId }) => isEmpty(session.get(addressAt(itemId, path)))) &&
        inner.every((one) => session.store.get(session.rows(one.group, path)).length === 0),
    );
}

/** How many rows a paste may store. */
export function roomFor(
  session: PageSession,
  { group, max }: CatalogueGroup,
  parent: RowPath,
  empty: number,
): number {
  if (max === null) return Infinity;
  const living = session.store.get(session.rows(group, parent)).filter(({ deleted }) => !deleted).length;
  return Math.max(0, max - living) + empty;
}

/** What a planned row writes. A version that the table has itself outranks that of the dictionary. */
export function changesOfRow({ cells }: PlannedRow, path: RowPath): ItemChange[] {
  const changes = new Map<string, ItemChange>();
  const add = (itemId: string, content: Partial<ItemChange>) =>
    changes.set(itemId, { ...addressAt(itemId, path), ...EMPTY_VALUE, ...content });
  for (const { item, result } of cells)
    if (result.kind === 'value' && result.version && item.versionItem)
      add(item.versionItem, { value: result.version });
  for (const { item, result } of cells)
    if (result.kind === 'value') add(item.itemId, { value: result.value });
    else if (result.kind === 'nullFlavor') add(item.itemId, { nullFlavor: result.nullFlavor });
  return [...changes.values()];
}

/** Writes the rows of a plan, as one step to undo. Answers the id of the first row written, null for none. */
export function applyPaste(
  session: PageSession,
  { group, groups }: CatalogueGroup,
  parent: RowPath,
  plan: PastePlan,
  into: readonly RowPath[],
): string | null {
  const free = [...into];
  let first: string | null = null;
  session.transaction(() => {
    for (const planned of plan.rows) {
      if (planned.state !== 'stored') continue;
      const path = free.shift() ?? rowPathOf(session.addRow(group, parent), groups.length);
      first ??=
        session.store
          .get(session.rows(group, parent))
          .find((row) => rowPathOf(row, groups.length).join() === path.join())?.rowId ?? null;
      for (const { value, nullFlavor, ...address } of changesOfRow(planned, path)) {
        if (value !== null) session.setValue(address, value);
        else session.setNullFlavor(address, nullFlavor ?? '');
      }
    }
  });
  return first;
}
