/**
 * Columns of lists of cases that a descriptor computes (`computed` in `schemas/lists`): the answer of the expression is kept
 * of every case, so that a list shows it, filters by it and is ordered by it. One entry in one file is the whole column;
 * the backfill brings it to the cases that were there before.
 */
import type { ListColumnSource } from '../../schemas/compile/lists.ts';
import { textHash } from '../../schemas/compile/textHash.ts';
import { answerText } from '../../shared/derived/derivations.ts';
import { caseReader } from '../../shared/expressions/caseReader.ts';
import { compileExpression } from '../../shared/expressions/compileExpression.ts';
import { caseScope } from '../../shared/expressions/scope.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { contentOf } from '../cases/record/pageDoc.ts';
import type { CaseProjection, ProjectionFamily } from '../projections/projection.ts';
import { isTouched, pagesOfItems } from '../projections/touched.ts';
import { putColumnValues } from './computedColumns.store.ts';

const known = new WeakMap<CatalogueSource, readonly CaseProjection[]>();

/** One for each computed column of each list. */
export const computedColumns: ProjectionFamily = (catalogue) => {
  const made =
    known.get(catalogue) ??
    Object.values(catalogue.lists).flatMap(({ list, columns }) =>
      columns.flatMap((column) => {
        const { computed } = column;
        return computed === undefined ? [] : [valuesOf(columnIdOf(list, column), computed)];
      }),
    );
  known.set(catalogue, made);
  return made;
};

/** Names a column among those of all lists. */
export const columnIdOf = (list: string, { column }: Pick<ListColumnSource, 'column'>): string =>
  `${list}/${column}`;

const valuesOf = (columnId: string, expression: string): CaseProjection => ({
  name: `computedColumns/${columnId}`,
  revision: 1,
  refresh: 'inTransaction',
  readsDocs: true,
  keepsBlinding: true,
  version: ({ catalogue: { whole } }) => `${whole.version}-${textHash(expression)}`,
  pages: ({ whole }, touched) => {
    const { readings } = compileExpression(expression, whole, null, 'value');
    const items = readings.flatMap((read) => ('itemId' in read ? (whole.items[read.itemId] ?? []) : []));
    const groups = readings.flatMap((read) => ('group' in read ? (whole.groups[read.group] ?? []) : []));
    const isConcerned =
      items.some((item) => isTouched(whole, item, touched)) ||
      groups.some(({ group }) => !touched || touched.groups.has(group));
    const ofItems = pagesOfItems(
      whole,
      items.map(({ itemId }) => itemId),
    );
    return isConcerned ? [...new Set([...ofItems, ...groups.map(({ page }) => page)])] : [];
  },
  rebuild: async (trx, { catalogue: { whole } }, { sponsorKey, cases, docsOf }) => {
    const { run } = compileExpression(expression, whole, null, 'value', columnId);
    const values = new Map<number, string>();
    for (const { caseKey } of cases) {
      const scope = caseScope(whole, caseReader(whole, contentOf(await docsOf(caseKey))));
      values.set(caseKey, answerText(run(scope)));
    }
    await putColumnValues(trx, sponsorKey, columnId, values);
  },
});
