/** What work costs, on whatever machine it is done and whatever else that does: tests know no milliseconds. */

const TEXT = JSON.stringify(Array.from({ length: 40_000 }, (_, at) => ({ at, text: `value ${at}` })));

const usedMs = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
};

/** Some 5 ms of an idle machine of today; longer where others slow it. */
function yardstickMs(): number {
  const before = process.threadCpuUsage();
  JSON.parse(TEXT);
  return usedMs(before);
}

/**
 * The processor time that the work takes of its thread, in yardsticks of some 5 ms, which are measured before and behind it.
 * Work that hangs, or grows with the square of what it is given, takes a hundred times as many as any that is right: a limit
 * lies far from both.
 */
export async function costOf(work: () => unknown): Promise<number> {
  const first = yardstickMs();
  const before = process.threadCpuUsage();
  await work();
  const used = usedMs(before);
  return used / Math.max(first, yardstickMs());
}
