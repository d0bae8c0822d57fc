/** How long this thread works without returning to its event loop: others wait for so long. */

export interface LoopWatch {
  /** the longest stretch since it was asked last, in milliseconds of processor time, however busy the machine is */
  takeMax: () => number;
  stop: () => void;
}

export function watchLoop(): LoopWatch {
  const used = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let before = used();
  let max = 0;
  const timer = setInterval(() => {
    const now = used();
    max = Math.max(max, now - before);
    before = now;
  }, 1);
  return {
    takeMax: () => {
      const found = max;
      max = 0;
      return found;
    },
    stop: () => clearInterval(timer),
  };
}
