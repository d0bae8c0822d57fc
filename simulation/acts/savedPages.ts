/** A page that is read after a save has what was sent, and what it had before. */
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { conditionedItems } from '../../shared/blinding/conditionedItems.ts';
import type { CaseRow, CaseValue } from '../../shared/case/caseContent.ts';
import { addressKey } from '../../shared/case/itemAddress.ts';
import { differs } from '../../shared/case/itemValue.ts';
import type { DataOf } from '../../shared/contract/call.ts';
import type { readPage } from '../../shared/contract/index.ts';
import { sameValue } from '../../shared/replay/replay.ts';
import type { Simulation } from '../simulation.types.ts';
import { Violation } from '../violation.ts';
import type { PageEdit } from './inventEdit.ts';

export type Page = Pick<DataOf<typeof readPage>, 'rowNo' | 'rows' | 'values' | 'retrievedAt'>;
type Saved = Pick<PageEdit, 'changes' | 'rows'>;

interface Sides {
  /** null of a new row, which has nothing but what was sent */
  before: Page | null;
  after: Page;
}

/** Items that may be hidden, so that they lose their values by an edit of others. */
const mayHide = ({ server }: Simulation): Set<string> =>
  new Set(conditionedItems(server.deps.catalogue.whole).flatMap(({ items }) => items));

/**
 * What was saved is read again, except where a consequence of the edit hides it. What `before` had already is no change, and
 * is as it was, with where it came from. `added`: with the numbers that rows got.
 */
export function isThere(
  simulation: Simulation,
  { before, after }: Sides,
  { changes, rows }: Saved,
  added: readonly CaseRow[],
): void {
  const { items } = simulation.server.deps.catalogue.whole;
  const valuesOf = ({ values = [] }: Partial<Page>) =>
    new Map(values.map((value) => [addressKey(value), value]));
  const [stored, earlier] = [valuesOf(after), valuesOf(before ?? {})];
  const hideable = mayHide(simulation);
  for (const change of changes) {
    const item = items[change.itemId];
    const place = item && placeOf(item, change, { rowNo: after.rowNo, rows, added });
    if (!place) continue;
    const address = addressKey({ itemId: change.itemId, ...place });
    const [was, found] = [earlier.get(address), stored.get(address)];
    if (found === undefined && hideable.has(change.itemId)) continue;
    const expected = was && !differs(was, change) ? was : change;
    if (found === undefined || !sameValue(expected, found))
      throw new Violation(
        'saved is read',
        `${change.itemId} was saved as ${JSON.stringify(change)}, and is ${JSON.stringify(found)}`,
      );
  }
}

/** Where the server has put it: rows are known by their ids. Null: in a row that the edit did not add. */
function placeOf(
  { groups }: CatalogueItem,
  { rowNo, rowNo2, rowNo3 }: CaseValue,
  { rowNo: own, rows, added }: { rowNo: number; rows: readonly CaseRow[]; added: readonly CaseRow[] },
): Pick<CaseRow, 'rowNo' | 'rowNo2' | 'rowNo3'> | null {
  if (groups.length <= 1) return { rowNo: own, rowNo2: 0, rowNo3: 0 };
  const sent = rows.find(
    (row) =>
      row.group === groups.at(-1) && row.rowNo === rowNo && row.rowNo2 === rowNo2 && row.rowNo3 === rowNo3,
  );
  return added.find(({ rowId }) => rowId === sent?.rowId) ?? null;
}

export function restIsSame(simulation: Simulation, { before, after }: Sides, { changes }: Saved): void {
  const { items } = simulation.server.deps.catalogue.whole;
  const sent = new Set(changes.map(({ itemId }) => itemId));
  const hideable = mayHide(simulation);
  const rest = ({ values = [] }: Partial<Page>) =>
    new Map(
      values
        .filter(
          ({ itemId }) => !sent.has(itemId) && !hideable.has(itemId) && items[itemId]?.computed === null,
        )
        .map((value) => [addressKey(value), value]),
    );
  const [was, is] = [rest(before ?? {}), rest(after)];
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(key), is.get(key)];
    if (!old || !now || !sameValue(old, now))
      throw new Violation(
        'the rest is the same',
        `${key} was ${JSON.stringify(old)}, is ${JSON.stringify(now)}`,
      );
  }
}
