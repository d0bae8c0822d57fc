/** Undo and redo of rows: beside the item that has their address, and over a save. */
import { expect, it } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../schemas/compile/testSources.ts';
import { addressAt, rowPathOf, type RowPath } from '../../../shared/case/itemAddress.ts';
import { createPageSession, type PageSession } from './pageSession.ts';

const catalogue = compileCatalogue(realSources);
const groups = Object.values(catalogue.groups).filter(({ group }) => group in catalogue.items);

/** The rows around one of the group, where the page does not have them. */
function addOuter(session: PageSession, outer: readonly string[], from: RowPath): RowPath {
  return outer
    .slice(from.length)
    .reduce<RowPath>((parent, group) => rowPathOf(session.addRow(group, parent), parent.length + 1), from);
}

it.each(groups.flatMap((group) => [false, true].map((isPasted) => ({ ...group, isPasted }))))(
  'a row of $group is undone and done again with the item of its id, pasted: $isPasted',
  ({ group, groups: all, page, isPasted }) => {
    const rowNo = catalogue.pages[page]?.kind === 'rows' ? 1 : 0;
    const session = createPageSession({
      content: { values: [], rows: [] },
      catalogue,
      page,
      rowNo,
      readOnly: false,
    });
    const parent = addOuter(session, all.slice(0, -1), rowNo > 0 ? [rowNo] : []);
    const before = session.changes();
    const edit = () => {
      const row = session.addRow(group, parent);
      session.setValue(addressAt(group, rowPathOf(row, all.length)), '1');
    };
    if (isPasted) session.transaction(edit);
    else edit();
    const after = session.changes();
    const steps = isPasted ? 1 : 2;
    for (let step = 0; step < steps; step += 1) session.undo();
    expect(session.changes()).toEqual(before);
    for (let step = 0; step < steps; step += 1) session.redo();
    expect(session.changes()).toEqual(after);
  },
);

it.each([
  ['before it is undone', true],
  ['while it is undone', false],
])('a row that is saved %s is there again when it is done again', (_when, isSavedFirst) => {
  const session = createPageSession({
    content: { values: [], rows: [] },
    catalogue,
    page: 'DG',
    rowNo: 1,
    readOnly: false,
  });
  const row = session.addRow('G.k.4.r', [1]);
  const lot = addressAt('G.k.4.r.7', [1, row.rowNo2]);
  session.setValue(lot, 'A1');
  const sent = session.changes();
  const save = () => session.acknowledgeSave(sent, { at: '2026-01-01T00:00:00.000Z' });
  if (isSavedFirst) save();
  session.undo();
  session.undo();
  if (!isSavedFirst) save();
  expect(session.row(row)?.deleted).toBe(true);
  session.redo();
  session.redo();
  expect(session.row(row)?.deleted).toBe(false);
  expect(session.get(lot).value).toBe('A1');
  expect(session.changes()).toEqual({ items: [], rows: [] });
});
