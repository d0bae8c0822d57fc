/** What one pair says as a whole: read, copied onto others, cleared. */
import type { CaseRow } from '../../../shared/case/caseContent.ts';
import { addressAt, rowPathOf, type RowPath } from '../../../shared/case/itemAddress.ts';
import { EMPTY_VALUE, isEmpty, type ItemValue } from '../../../shared/case/itemValue.ts';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { PageSession } from '../session/pageSession.ts';
import type { MatrixShape, NestedShape } from './shape.ts';

type Said = ReadonlyMap<string, ItemValue>;

/** An assessment without its place: by item, and row by row of the groups inside. */
export interface Assessment {
  items: Said;
  /** by group: living rows in their order */
  rows: ReadonlyMap<string, readonly Said[]>;
}

export const NOTHING_SAID: Assessment = { items: new Map(), rows: new Map() };

const DEPTH = 3;

const saidAt = (session: PageSession, items: readonly CatalogueItem[], path: RowPath): Said =>
  new Map(items.map(({ itemId }) => [itemId, session.get(addressAt(itemId, path))]));

const livingRows = (session: PageSession, { group }: NestedShape, pair: RowPath): readonly CaseRow[] =>
  session.store.get(session.rows(group.group, pair)).filter(({ deleted }) => !deleted);

/** What a pair says. */
export const readPair = (session: PageSession, shape: MatrixShape, pair: RowPath): Assessment => ({
  items: saidAt(session, shape.items, pair),
  rows: new Map(
    shape.nested.map((nested) => [
      nested.group.group,
      livingRows(session, nested, pair).map((row) => saidAt(session, nested.items, rowPathOf(row, DEPTH))),
    ]),
  ),
});

/** Does anything of the pair say something? A row that says nothing, and a struck one, count for nothing. */
export function isAssessed(session: PageSession, shape: MatrixShape, pair: RowPath): boolean {
  const speaks = (items: readonly CatalogueItem[], path: RowPath) =>
    items.some(({ itemId }) => !isEmpty(session.get(addressAt(itemId, path))));
  return (
    speaks(shape.items, pair) ||
    shape.nested.some((nested) =>
      livingRows(session, nested, pair).some((row) => speaks(nested.items, rowPathOf(row, DEPTH))),
    )
  );
}

/** Lets pairs say exactly what an assessment says, as one step to undo. */
export function writePairs(
  session: PageSession,
  shape: MatrixShape,
  pairs: readonly RowPath[],
  assessment: Assessment,
): void {
  session.transaction(() => {
    for (const pair of pairs) {
      put(session, shape.items, pair, assessment.items);
      for (const nested of shape.nested)
        putRows(session, nested, pair, assessment.rows.get(nested.group.group) ?? []);
    }
  });
}

function put(session: PageSession, items: readonly CatalogueItem[], path: RowPath, said: Said): void {
  for (const { itemId } of items) session.copy(addressAt(itemId, path), said.get(itemId) ?? EMPTY_VALUE);
}

/** Rows that are there say something else, missing ones are added, those too many are struck with what they say. */
function putRows(session: PageSession, nested: NestedShape, pair: RowPath, wanted: readonly Said[]): void {
  const rows = livingRows(session, nested, pair);
  wanted.forEach((said, index) => {
    const row = rows[index] ?? session.addRow(nested.group.group, pair);
    put(session, nested.items, rowPathOf(row, DEPTH), said);
  });
  for (const row of rows.slice(wanted.length)) session.deleteRow(row);
}

/** How many of the pairs are assessed, and which are not. */
export function splitByAssessment(
  session: PageSession,
  shape: MatrixShape,
  pairs: readonly RowPath[],
): { assessed: readonly RowPath[]; empty: readonly RowPath[] } {
  const found = Map.groupBy(pairs, (pair) => isAssessed(session, shape, pair));
  return { assessed: found.get(true) ?? [], empty: found.get(false) ?? [] };
}
