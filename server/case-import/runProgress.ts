/** How far the work on a run is. */

export interface RunProgress {
  /** passes the bytes of a file on and counts them, of all that are to be read */
  count: (
    bytes: AsyncIterable<Uint8Array>,
    share: { of: number; within: number },
  ) => AsyncIterable<Uint8Array>;
  endMessages: (count: number) => void;
}

export interface RunReport {
  /** of the bytes to be read */
  share: number;
  messages: number;
}

/** Reports steps of this share. */
const STEP = 1 / 200;

/** `within` of `count` is what the bytes are of, of a file that has the share `of` in the whole work. */
export function runProgress(report: (report: RunReport) => void): RunProgress {
  let share = 0;
  let reported = 0;
  let messages = 0;
  const reportNow = (): void => {
    reported = share;
    report({ share: Math.min(1, share), messages });
  };
  return {
    count: async function* (bytes, { of, within }) {
      for await (const chunk of bytes) {
        share += (of * chunk.length) / Math.max(1, within);
        if (share - reported >= STEP) reportNow();
        yield chunk;
      }
    },
    endMessages: (count) => {
      messages += count;
      reportNow();
    },
  };
}
