/** Processor time of steps, which tells what a step takes however busy the machine is. */
import { readFileSync } from 'node:fs';

/** Clock ticks of Linux in /proc, the same on every machine. */
const TICKS = 100;
/** Of /proc/PID/stat behind the name of the program: user and system time of children that have ended, with theirs. */
const ENDED_CHILDREN = [13, 14];

let last = ofEndedChildren();

/**
 * Seconds of the child processes that have ended since the last call, with all they have started and waited for. Null
 * where the system does not tell (Linux does).
 */
export function processorSeconds() {
  const now = ofEndedChildren();
  if (now === null || last === null) return null;
  const seconds = now - last;
  last = now;
  return seconds;
}

function ofEndedChildren() {
  if (process.platform !== 'linux') return null;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ENDED_CHILDREN.reduce((sum, field) => sum + Number(fields[field]), 0) / TICKS;
}
