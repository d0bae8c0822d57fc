/** The time of a task, counted from its start in a thread: a full queue is no fault of the task. */
export interface TimeLimit {
  /** aborted when the time is over */
  signal: AbortSignal;
  /** gives the task its whole time again */
  restart: () => void;
  /** its request has closed: a task that runs has this long to end by itself, one that waits has ended */
  close: (graceMs: number) => void;
  clear: () => void;
}

const STEP_MS = 100;

/** What a thread and its server tell each other of a task; 0 is no. */
export const FLAG = { started: 0, closed: 1 } as const;

/** Of one task. */
export const newFlags = (): SharedArrayBuffer =>
  new SharedArrayBuffer(Object.keys(FLAG).length * Int32Array.BYTES_PER_ELEMENT);

/** `flags`: of the task. */
export function timeLimit(ms: number, flags: SharedArrayBuffer): TimeLimit {
  const controller = new AbortController();
  const flag = new Int32Array(flags);
  const isStarted = (): boolean => Atomics.load(flag, FLAG.started) === 1;
  let left = ms;
  const timer = setInterval(() => {
    if (!isStarted()) return;
    left -= STEP_MS;
    if (left <= 0) controller.abort();
  }, STEP_MS);
  return {
    signal: controller.signal,
    restart: () => {
      left = ms;
    },
    close: (graceMs) => {
      Atomics.store(flag, FLAG.closed, 1);
      if (graceMs === 0 || !isStarted()) controller.abort();
      else left = Math.min(left, graceMs);
    },
    clear: () => clearInterval(timer),
  };
}
