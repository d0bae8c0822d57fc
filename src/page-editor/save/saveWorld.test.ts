/** A save of a page goes on when the page is left, and a row not yet stored is sent with one id. */
import { expect, it } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../schemas/compile/testSources.ts';
import { addressAt } from '../../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../../shared/case/itemValue.ts';
import { createPageSession } from '../../engine/index.ts';
import { createSaveWorld, type StoredPage } from './saveWorld.ts';
import { staleKey } from './staleItems.ts';

const catalogue = compileCatalogue(realSources);
const AT = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-01T00:01:00.000Z';
const rowOf = (group: string) => ({ group, rowNo: 1, rowNo2: 0, rowNo3: 0, rowId: crypto.randomUUID() });
const TEXT = { itemId: 'E.i.1.1a', rowNo: 0, rowNo2: 0, rowNo3: 0 };

function openNewReaction() {
  const open = () =>
    createPageSession({
      content: { values: [], rows: [] },
      catalogue,
      page: 'AE',
      rowNo: 0,
      readOnly: false,
      retrievedAt: AT,
    });
  const session = open();
  const ids: unknown[] = [];
  const failures: unknown[] = [];
  let answer = Promise.withResolvers<Awaited<ReturnType<StoredPage['save']>>>();
  const world = createSaveWorld({
    content: { rowNo: 0, retrievedAt: AT },
    session,
    catalogue,
    stored: {
      isNew: true,
      save: ({ rows }) => {
        ids.push(...rows.map(({ rowId }) => rowId));
        answer = Promise.withResolvers();
        return answer.promise;
      },
      invalidate: () => Promise.resolve(),
      readAgain: () => Promise.reject(new Error('a new row is not read')),
    },
    onFailedAway: (error) => failures.push(error),
  });
  const unsaved = () => session.changes().items.map(({ value }) => value);
  return {
    open,
    session,
    world,
    ids,
    failures,
    unsaved,
    store: () => answer.resolve({ rowNo: 7, retrievedAt: LATER, rows: [] }),
    loseAnswer: () => answer.reject(new Error('offline')),
  };
}

it('what was stored after the page was left is no longer unsaved; what was typed since stays', async () => {
  const { session, world, unsaved, store } = openNewReaction();
  session.setValue(TEXT, 'Dizzy');
  const submission = world.submit('Initial Data');
  world.setOpen(false);
  store();
  await submission;
  expect(unsaved()).toEqual([]);
  session.setValue(TEXT, 'Very dizzy');
  world.clearChanges();
  expect(unsaved()).toEqual(['Very dizzy']);
});

it('what was stored just before the page was left is no longer unsaved', async () => {
  const { session, world, unsaved, store } = openNewReaction();
  session.setValue(TEXT, 'Dizzy');
  const submission = world.submit('Initial Data');
  store();
  await submission;
  expect(unsaved()).toEqual(['Dizzy']);
  world.setOpen(false);
  expect(unsaved()).toEqual([]);
});

it('what failed after the page was left is told, and stays unsaved', async () => {
  const { session, world, unsaved, failures, loseAnswer } = openNewReaction();
  session.setValue(TEXT, 'Dizzy');
  for (const isOpen of [true, false]) {
    world.setOpen(true);
    const submission = world.submit('Initial Data');
    world.setOpen(isOpen);
    loseAnswer();
    await expect(submission).rejects.toThrow('offline');
    // the machine of an open page tells it
    expect(failures).toHaveLength(isOpen ? 0 : 1);
  }
  expect(unsaved()).toEqual(['Dizzy']);
});

it('a row is sent with the same id again after its answer was lost, and after its edits were restored', async () => {
  const { open, session, world, ids, unsaved, loseAnswer } = openNewReaction();
  session.setValue(TEXT, 'Dizzy');
  for (const _ of ['first', 'second']) {
    const submission = world.submit('Initial Data');
    loseAnswer();
    await expect(submission).rejects.toThrow('offline');
  }
  expect(unsaved()).toEqual(['Dizzy']);
  const restored = open();
  restored.restoreEdits(session.snapshotEdits());
  expect(new Set([...ids, restored.newRow()?.rowId]).size).toBe(1);
  expect(ids).toHaveLength(2);
});

it('a row and the item in it that has its address are settled apart', () => {
  const group = Object.values(catalogue.groups).find(
    (one) => one.group in catalogue.items && catalogue.pages[one.page]?.kind === 'form',
  );
  if (!group) throw new Error('no group of a form has the id of its item');
  const address = addressAt(group.group, [1]);
  const row = { ...rowOf(group.group), sort: 1, deleted: false };
  const content = { values: [{ ...address, ...EMPTY_VALUE, value: 'read' }], rows: [row] };
  const session = createPageSession({ content, catalogue, page: group.page, rowNo: 0, readOnly: false });
  const stored: StoredPage = {
    isNew: false,
    save: () => Promise.reject(new Error('nothing is saved here')),
    invalidate: () => Promise.resolve(),
    readAgain: () => Promise.resolve(content),
  };
  const world = createSaveWorld({ content: { rowNo: 0, retrievedAt: AT }, session, catalogue, stored });
  session.setValue(address, 'mine');
  session.deleteRow(row);
  const changed = { ...address, changedBy: 'kim', changedAt: LATER };
  const item = { ...changed, theirs: { ...EMPTY_VALUE, value: 'theirs' } };
  const ofRow = { ...changed, theirs: EMPTY_VALUE, row: { sort: 1, deleted: false } };
  world.settleConflict({ stale: [item, ofRow], takeTheirs: [staleKey(item)] });
  expect(session.get(address).value).toBe('theirs');
  expect(session.row(row)?.deleted).toBe(true);
});
