/** Laws of undo and redo over a plain map that the steps are written into. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHistory, type Write } from './history.ts';

type Values = Map<string, number>;

const KEYS = ['a', 'b', 'c'];
const edit = fc.record({ key: fc.constantFrom(...KEYS), to: fc.integer({ min: 1, max: 9 }) });
/** steps of one or more writes; `closes`: the focus moves after it */
const step = fc.record({ edits: fc.array(edit, { minLength: 1, maxLength: 3 }), closes: fc.boolean() });
const steps = fc.array(step, { maxLength: 10 });

const apply = (values: Values, writes: readonly Write<number>[]): void =>
  writes.forEach(({ key, after }) => void values.set(key, after));

function write(values: Values, { key, to }: { key: string; to: number }): Write<number> {
  const made = { key, before: values.get(key) ?? 0, after: to };
  apply(values, [made]);
  return made;
}

function play(all: readonly { edits: readonly { key: string; to: number }[]; closes: boolean }[]) {
  const values: Values = new Map(KEYS.map((key) => [key, 0]));
  const history = createHistory<number>(Object.is);
  for (const { edits, closes } of all) {
    history.add(edits.map((one) => write(values, one)));
    if (closes) history.close();
  }
  return { values, history };
}

describe('history', () => {
  it('leads back to the beginning, and forth to the end', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { values, history } = play(all);
        const end = new Map(values);
        while (history.canUndo()) apply(values, history.undo());
        expect([...values.values()]).toEqual(KEYS.map(() => 0));
        while (history.canRedo()) apply(values, history.redo());
        expect(values).toEqual(end);
      }),
    );
  });

  it('undoes and redoes to the same values at every point', () => {
    fc.assert(
      fc.property(steps, fc.nat(10), (all, back) => {
        const { values, history } = play(all);
        for (let taken = 0; taken < back && history.canUndo(); taken += 1) apply(values, history.undo());
        const here = new Map(values);
        if (!history.canUndo()) return;
        apply(values, history.undo());
        apply(values, history.redo());
        expect(values).toEqual(here);
      }),
    );
  });

  it('writes each key of a step once', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { history } = play(all);
        for (let writes = history.undo(); writes.length > 0; writes = history.undo())
          expect(new Set(writes.map(({ key }) => key)).size).toBe(writes.length);
      }),
    );
  });

  it('takes typing on in one key as one step, until the step is closed', () => {
    const typed = [1, 2, 3].map((to) => ({ edits: [{ key: 'a', to }], closes: to === 2 }));
    const { history } = play(typed);
    expect(history.undo()).toMatchObject([{ key: 'a', before: 3, after: 2 }]);
    expect(history.undo()).toMatchObject([{ key: 'a', before: 2, after: 0 }]);
    expect(history.canUndo()).toBe(false);
  });

  it('has no step for what was typed and taken back, and goes on with the step before', () => {
    const typed = [1, 2, 1, 3, 1].map((to, at) => ({
      edits: [{ key: at < 1 ? 'b' : 'a', to }],
      closes: at < 1,
    }));
    const { history } = play([...typed, { edits: [{ key: 'a', to: 0 }], closes: false }]);
    expect(history.undo()).toMatchObject([{ key: 'b', before: 1, after: 0 }]);
    expect(history.canUndo()).toBe(false);
  });

  it('undoes derived writes together with the write they come from', () => {
    const history = createHistory<number>(Object.is);
    history.add([{ key: 'a', before: 0, after: 1 }], [{ key: 'b', before: 5, after: 6, derived: true }]);
    expect(history.undo().map(({ key, after }) => [key, after])).toEqual([
      ['b', 5],
      ['a', 0],
    ]);
  });

  it('has nothing to redo after another edit, and nothing at all once it is cleared', () => {
    const { history } = play([{ edits: [{ key: 'a', to: 1 }], closes: true }]);
    history.undo();
    history.add([{ key: 'b', before: 0, after: 1 }]);
    expect(history.canRedo()).toBe(false);
    history.clear();
    expect([history.canUndo(), history.undo()]).toEqual([false, []]);
  });
});
