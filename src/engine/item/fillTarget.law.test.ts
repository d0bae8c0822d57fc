/** Whatever a record fills into a row of a case, one undo takes all of it back, and one redo fills it again. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { columnsFor } from '../../../schemas/compile/selections.ts';
import { realSources } from '../../../schemas/compile/testSources.ts';
import { EMPTY_VALUE } from '../../../shared/case/itemValue.ts';
import { masterFill, type MasterContent, type MasterValues } from '../../../shared/records/masterFill.ts';
import { createPageSession } from '../session/pageSession.ts';
import { fillTarget, writeFill } from './fillTarget.ts';

const catalogue = compileCatalogue(realSources);
const offering = Object.values(catalogue.items).filter(
  ({ selection, groups }) => selection && groups.length <= 1,
);

/** Texts of some columns; codes may be any text here. */
const valuesOf = (columns: readonly string[]): fc.Arbitrary<MasterValues> =>
  fc.subarray([...new Set(columns)]).chain((given) =>
    fc
      .array(fc.string({ minLength: 1, maxLength: 6 }), {
        minLength: given.length,
        maxLength: given.length,
      })
      .map((texts) =>
        Object.fromEntries(given.map((column, at) => [column, { ...EMPTY_VALUE, value: texts[at] ?? null }])),
      ),
  );

it.each(offering)('$itemId', ({ page, selection, groups }) => {
  if (!selection) return;
  const { rows = [], master } = selection;
  const columnsIn = (group: string | undefined) =>
    [...(group === undefined ? [selection] : []), ...rows.filter(({ from }) => from === group)].flatMap(
      (fill) => Object.keys(fill.fills).flatMap((itemId) => columnsFor(fill, itemId)),
    );
  const rowsOf = fc.record(
    Object.fromEntries(
      rows.flatMap(({ from }) =>
        from === undefined
          ? []
          : [
              [
                from,
                fc
                  .array(valuesOf(columnsIn(from)), { maxLength: 3 })
                  .map((all) => all.map((values, at) => ({ rowNo: at + 1, values }))),
              ],
            ],
      ),
    ),
  );
  const content: fc.Arbitrary<MasterContent> = fc.record({
    values: valuesOf(columnsIn(undefined)),
    rows: rowsOf,
  });
  const path = groups.length === 0 ? [] : [0];
  fc.assert(
    fc.property(content, content, (first, second) => {
      const session = createPageSession({
        content: { values: [], rows: [] },
        catalogue,
        page,
        rowNo: 0,
        readOnly: false,
      });
      const choose = (chosen: MasterContent, recordKey: number) => {
        const provenance = { by: 'master' as const, kind: master, recordKey, version: 1 };
        writeFill(
          session,
          path,
          masterFill(catalogue, selection, { ...chosen, provenance }, fillTarget(session, path)),
        );
        session.closeStep();
      };
      const texts = () => session.changes().items.filter(({ value }) => value !== null);
      choose(first, 1);
      const afterFirst = texts();
      choose(second, 2);
      const afterSecond = texts();
      if (JSON.stringify(afterSecond) === JSON.stringify(afterFirst)) return;
      session.undo();
      expect(texts()).toEqual(afterFirst);
      session.redo();
      expect(texts()).toEqual(afterSecond);
    }),
    { numRuns: 40 },
  );
});
