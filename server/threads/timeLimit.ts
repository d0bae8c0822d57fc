/** The time of a task, counted from its start in a thread: a full queue is no fault of the task. */
export interface TimeLimit {
  /** aborted when the time is over */
  signal: AbortSignal;
  /** gives the task its whole time again */
  restart: () => void;
  clear: () => void;
}

const STEP_MS = 100;

/** `started` holds 1 once the task runs. */
export function timeLimit(ms: number, started: SharedArrayBuffer): TimeLimit {
  const controller = new AbortController();
  const flag = new Int32Array(started);
  let left = ms;
  const timer = setInterval(() => {
    if (Atomics.load(flag, 0) === 0) return;
    left -= STEP_MS;
    if (left <= 0) controller.abort();
  }, STEP_MS);
  return {
    signal: controller.signal,
    restart: () => {
      left = ms;
    },
    clear: () => clearInterval(timer),
  };
}
