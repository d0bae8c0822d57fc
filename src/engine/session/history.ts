/**
 * Undo and redo: a list of steps, each one or more writes. Typing on in one item is one step; what was typed and taken back
 * is none.
 */
export interface Write<T> {
  key: string;
  before: T;
  after: T;
  /** it was derived from another write of the step */
  derived?: boolean;
}

/** The writes of a step that can be done now, as they can be done; none: the step is left out. */
export type Possible<T> = (step: readonly Write<T>[]) => readonly Write<T>[];

export interface History<T> {
  /** `derived` writes are undone together with the writes they come from. */
  add(writes: readonly Write<T>[], derived?: readonly Write<T>[]): void;
  /** Takes the last step back that is possible; answers what is to be written, which is what `redo` does again. */
  undo(possible?: Possible<T>): readonly Write<T>[];
  redo(possible?: Possible<T>): readonly Write<T>[];
  /** The next write begins a step of its own, even in the same item. */
  close(): void;
  clear(): void;
  canUndo(): boolean;
  canRedo(): boolean;
}

/**
 * @param isSame whether two states of a part are the same.
 * @param idOf names the part that a write is of.
 */
export function createHistory<T>(
  isSame: (a: T, b: T) => boolean,
  idOf: (write: Write<T>) => string = ({ key }) => key,
): History<T> {
  let done: (readonly Write<T>[])[] = [];
  let undone: (readonly Write<T>[])[] = [];
  let open = false;
  const push = (step: readonly Write<T>[]): void => {
    open = !step.every(({ before, after }) => isSame(before, after));
    if (open) done.push(step);
  };

  /** One step from where the first began to where the second ended: each part once. */
  const inOne = (first: readonly Write<T>[], second: readonly Write<T>[]): readonly Write<T>[] => {
    const writes = new Map<string, Write<T>>();
    for (const write of [...first, ...second]) {
      const { before, derived: follows } = writes.get(idOf(write)) ?? write;
      writes.set(idOf(write), { ...write, before, derived: follows });
    }
    return [...writes.values()];
  };

  return {
    add(writes, derived = []) {
      if (writes.length === 0) return;
      const [write] = writes;
      const last = done.at(-1);
      const step = inOne(writes, derived);
      undone = [];
      if (open && writes.length === 1 && write && last?.[0] && idOf(last[0]) === idOf(write)) {
        done.pop();
        push(inOne(last, step));
      } else {
        push(step);
      }
      open &&= writes.length === 1;
    },
    undo(possible = all) {
      open = false;
      const writes = lastOf(done, (step) => possible(reversed(step)));
      if (writes.length > 0) undone.push(reversed(writes));
      return writes;
    },
    redo(possible = all) {
      open = false;
      const writes = lastOf(undone, possible);
      if (writes.length > 0) done.push(writes);
      return writes;
    },
    close() {
      open = false;
    },
    clear() {
      done = [];
      undone = [];
      open = false;
    },
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
  };
}

const all = <T>(step: T): T => step;

const reversed = <T>(step: readonly Write<T>[]): readonly Write<T>[] =>
  step.map((write) => ({ ...write, before: write.after, after: write.before })).reverse();

/** Takes steps off the end until one is possible. */
function lastOf<T>(steps: (readonly Write<T>[])[], possible: Possible<T>): readonly Write<T>[] {
  for (let step = steps.pop(); step; step = steps.pop()) {
    const writes = possible(step);
    if (writes.length > 0) return writes;
  }
  return [];
}
