/** The assessment of one pair: read, copied to other pairs, cleared. */
import type { CaseRow } from '../../../shared/case/caseContent.ts';
import { addressAt, rowPathOf, type RowPath } from '../../../shared/case/itemAddress.ts';
import { EMPTY_VALUE, isEmpty, type ItemValue } from '../../../shared/case/itemValue.ts';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { PageSession } from '../session/pageSession.ts';
import type { MatrixShape, NestedShape } from './shape.ts';

type ItemValues = ReadonlyMap<string, ItemValue>;

/** An assessment without its address: by item, and by row of each nested group. */
export interface Assessment {
  items: ItemValues;
  /** by group: living rows in their order */
  rows: ReadonlyMap<string, readonly ItemValues[]>;
}

export const NOT_ASSESSED: Assessment = { items: new Map(), rows: new Map() };

const DEPTH = 3;

const valuesAt = (session: PageSession, items: readonly CatalogueItem[], path: RowPath): ItemValues =>
  new Map(items.map(({ itemId }) => [itemId, session.get(addressAt(itemId, path))]));

const livingRows = (session: PageSession, { group }: NestedShape, pair: RowPath): readonly CaseRow[] =>
  session.store.get(session.rows(group.group, pair)).filter(({ deleted }) => !deleted);

/** Reads the assessment of a pair. */
export const readPair = (session: PageSession, shape: MatrixShape, pair: RowPath): Assessment => ({
  items: valuesAt(session, shape.items, pair),
  rows: new Map(
    shape.nested.map((nested) => [
      nested.group.group,
      livingRows(session, nested, pair).map((row) => valuesAt(session, nested.items, rowPathOf(row, DEPTH))),
    ]),
  ),
});

/** Is any item of the pair filled? Empty and deleted rows do not count. */
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

/** Writes an assessment to pairs, as one step of undo; what the user may not write stays as it is. */
export function writePairs(
  session: PageSession,
  shape: MatrixShape,
  pairs: readonly RowPath[],
  assessment: Assessment,
  readOnlyItems: readonly string[] = [],
): void {
  const written = (items: readonly CatalogueItem[]) =>
    items.filter(({ itemId }) => !readOnlyItems.includes(itemId));
  session.transaction(() => {
    for (const pair of pairs) {
      copyValues(session, written(shape.items), pair, assessment.items);
      for (const nested of shape.nested) {
        const items = written(nested.items);
        copyRows(session, { ...nested, items }, pair, assessment.rows.get(nested.group.group) ?? []);
      }
    }
  });
}

function copyValues(
  session: PageSession,
  items: readonly CatalogueItem[],
  path: RowPath,
  values: ItemValues,
): void {
  for (const { itemId } of items) session.copy(addressAt(itemId, path), values.get(itemId) ?? EMPTY_VALUE);
}

/** Overwrites the existing rows, adds missing ones and deletes the surplus. */
function copyRows(
  session: PageSession,
  nested: NestedShape,
  pair: RowPath,
  source: readonly ItemValues[],
): void {
  const rows = livingRows(session, nested, pair);
  source.forEach((values, index) => {
    const row = rows[index] ?? session.addRow(nested.group.group, pair);
    copyValues(session, nested.items, rowPathOf(row, DEPTH), values);
  });
  for (const row of rows.slice(source.length)) session.deleteRow(row);
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

/** The pairs without those that were empty when the user was asked, and are assessed now: another user has done it. */
export const withoutOvertaken = (
  session: PageSession,
  shape: MatrixShape,
  pairs: readonly RowPath[],
  wereEmpty: readonly RowPath[],
): readonly RowPath[] =>
  pairs.filter((pair) => !wereEmpty.includes(pair) || !isAssessed(session, shape, pair));
