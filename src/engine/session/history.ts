/** Undo and redo: a list of steps, each one or more writes. Typing on in one item is one step. */
export interface Write<T> {
  key: string;
  before: T;
  after: T;
}

export interface History<T> {
  add(writes: readonly Write<T>[]): void;
  undo(): readonly Write<T>[];
  redo(): readonly Write<T>[];
  /** The next write begins a step of its own, even in the same item. */
  close(): void;
  clear(): void;
  canUndo(): boolean;
  canRedo(): boolean;
}

export function createHistory<T>(): History<T> {
  let done: (readonly Write<T>[])[] = [];
  let undone: (readonly Write<T>[])[] = [];
  let open = false;

  return {
    add(writes) {
      if (writes.length === 0) return;
      const [write] = writes;
      const last = done.at(-1);
      undone = [];
      if (open && write && writes.length === 1 && last?.length === 1 && last[0]?.key === write.key) {
        done[done.length - 1] = [{ ...write, before: last[0].before }];
      } else {
        done.push(writes);
      }
      open = writes.length === 1;
    },
    undo() {
      const step = done.pop();
      open = false;
      if (!step) return [];
      undone.push(step);
      return step.map(({ key, before, after }) => ({ key, before: after, after: before })).reverse();
    },
    redo() {
      const step = undone.pop();
      open = false;
      if (!step) return [];
      done.push(step);
      return step;
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
