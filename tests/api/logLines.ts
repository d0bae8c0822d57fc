/** The log of a program: its lines on stderr. */
import type { Program } from './program.ts';

export interface LogLine {
  level: number;
  msg: string;
  reqId?: string;
  traceId?: string;
  job?: string;
  jobKey?: number;
}

/** All whole lines so far. */
export const logLines = (program: Program): LogLine[] =>
  program
    .stderr()
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as LogLine);
