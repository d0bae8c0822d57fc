/** Some groups have the id of an item in them, and a row of theirs the address of that item. */
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
