/** The rows of a group: those of the page's own lists, and those that another group's rows call for. */
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { createConditions } from '../page/conditions.ts';
import { createPageSession } from '../session/pageSession.ts';
import { rowsOfGroup } from './useGroupRows.ts';

const pages = new URL('../../../schemas/pages/', import.meta.url);
const catalogue = compileCatalogue(
  readdirSync(pages)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ file: `pages/${file}`, text: readFileSync(new URL(file, pages), 'utf8') })),
);
const groupOf = (name: string) => {
  const group = catalogue.groups[name];
  if (!group) throw new Error(`no group ${name}`);
  return group;
};
const reference = (rowNo: number, deleted = false) => ({
  group: 'E.i',
  rowNo,
  rowId: `r${rowNo}`,
  label: '',
  deleted,
});
const open = () =>
  createPageSession({
    content: { values: [], rows: [] },
    catalogue,
    page: 'DG',
    rowNo: 2,
    references: [reference(4), reference(5, true)],
    readOnly: false,
  });

describe('rows of a group', () => {
  it('are those of its parent row alone, in display order, deleted ones included', () => {
    const session = open();
    const [first, second] = [session.addRow('G.k.4.r', [2]), session.addRow('G.k.4.r', [2])];
    session.addRow('G.k.4.r', [3]);
    session.moveRow(second, -1);
    session.deleteRow(session.row(first) ?? first);
    expect(rowsOfGroup(session, groupOf('G.k.4.r'), [2]).map(({ path, deleted }) => [path, deleted])).toEqual(
      [
        [[2, 2], false],
        [[2, 1], true],
      ],
    );
  });

  it('stay the same objects when another row is added, so that one line is drawn', () => {
    const session = open();
    session.addRow('G.k.4.r', [2]);
    const before = rowsOfGroup(session, groupOf('G.k.4.r'), [2]);
    session.addRow('G.k.4.r', [2]);
    const after = rowsOfGroup(session, groupOf('G.k.4.r'), [2]);
    expect(after).toHaveLength(2);
    expect(after[0]).toBe(before[0]);
  });

  it('follow the rows of another group where they stand for them, and cannot be moved then', () => {
    const rows = rowsOfGroup(open(), groupOf('G.k.9.i'), [2]);
    expect(rows).toEqual([
      { rowId: 'r4', path: [2, 4], deleted: false, own: null },
      { rowId: 'r5', path: [2, 5], deleted: true, own: null },
    ]);
  });

  it('follow them also when another user adds or deletes one, of which all that draw them learn', () => {
    const session = open();
    const paths = () =>
      rowsOfGroup(session, groupOf('G.k.9.i'), [2]).map(({ path, deleted }) => [path, deleted]);
    const conditions = createConditions(session, catalogue);
    const isFollowed = conditions.holds('rows("G.k.9.i") == 2', 'G.k', [2]);
    let drawn = 0;
    session.store.sub(isFollowed, () => (drawn += 1));
    expect(session.store.get(isFollowed)).toBe(false);
    const remote = { values: [], rows: [], retrievedAt: '2026-01-02T00:00:00.000Z' };
    session.receiveRemote({ ...remote, references: [reference(4), reference(5, true), reference(6)] });
    expect(paths()).toEqual([
      [[2, 4], false],
      [[2, 5], true],
      [[2, 6], false],
    ]);
    expect([session.store.get(isFollowed), drawn]).toEqual([true, 1]);
    session.receiveRemote({ ...remote, retrievedAt: '2026-01-03T00:00:00.000Z' });
    expect(paths()).toHaveLength(3);
  });
});
