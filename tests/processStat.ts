/** Processor time of a process, as Linux tells it in /proc. */
import { readFileSync } from 'node:fs';

/** Milliseconds of a clock tick, the same on every machine. */
const TICK_MS = 10;

interface ProcessStat {
  parent: number;
  /** milliseconds of processor time, as user and in the system */
  ownMs: number;
  /** the same of the children that have ended and that it has waited for */
  endedMs: number;
}

/** Null: the process has ended meanwhile. */
export function processStat(pid: string): ProcessStat | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // behind the name of the program, which may have any characters
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = (...places: number[]) => places.reduce((sum, at) => sum + Number(fields[at]), 0) * TICK_MS;
  return { parent: Number(fields[1]), ownMs: ticks(11, 12), endedMs: ticks(13, 14) };
}
