/** Reads an answer with progress while it arrives. */
import type { LastLine } from '../../shared/contract/call.ts';

export interface ProgressLines {
  /** Takes the text so far. Returns the answer if its line has arrived. */
  read: (text: string) => { status: number; text: string } | null;
}

/** Calls `onProgress` for each line of progress. */
export function progressLines(onProgress: (progress: unknown) => void): ProgressLines {
  let position = 0;
  let last: { status: number; text: string } | null = null;
  return {
    read: (text) => {
      for (let end = text.indexOf('\n', position); end >= 0; end = text.indexOf('\n', position)) {
        const line = JSON.parse(text.slice(position, end)) as { progress: unknown } | LastLine;
        position = end + 1;
        if ('answer' in line) last = { status: line.status, text: JSON.stringify(line.answer) };
        else onProgress(line.progress);
      }
      return last;
    },
  };
}
