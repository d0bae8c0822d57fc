/** Writes the unsaved edits of an open page into the journal while the user types. */
import type { Journal, Unsaved } from './journal.ts';

/** The longest time that typing may be unwritten. */
const WRITE_EVERY_MS = 300;

export interface Recorder {
  /** Something was edited: it is written soon, or forgotten at once where nothing is unsaved any more. */
  touch(): void;
  /** Writes at once what is not written yet. */
  flush(): Promise<void>;
  /** The page is left: writes what is not written yet, and no more. */
  stop(): Promise<void>;
  /** The edits are given up. */
  discard(): Promise<void>;
}

const active = new Set<Recorder>();

/** Writes at once what is unsaved anywhere in this tab. Never rejects: what is about to happen happens anyway. */
export const flushJournal = async (): Promise<void> => {
  await Promise.allSettled([...active].map((recorder) => recorder.flush()));
};

export interface RecorderInput {
  journal: Journal;
  place: string;
  isDirty: () => boolean;
  read: () => Unsaved;
  /** the browser refuses to write */
  onFailure: (error: unknown) => void;
}

export function startRecorder({ journal, place, isDirty, read, onFailure }: RecorderInput): Recorder {
  const writer = journal.open(place);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let written = false;
  let over = false;

  const clear = async (): Promise<void> => {
    if (!written) return;
    written = false;
    await writer.clear().catch(onFailure);
  };
  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (!isDirty()) return clear();
    written = true;
    await writer.keep(read()).catch(onFailure);
  };
  const end = (): void => {
    over = true;
    active.delete(recorder);
    writer.close();
  };

  const recorder: Recorder = {
    touch() {
      if (over) return;
      if (!isDirty()) void write();
      else timer ??= setTimeout(() => void write(), WRITE_EVERY_MS);
    },
    flush: () => (timer === undefined ? Promise.resolve() : write()),
    async stop() {
      if (over) return;
      const rest = recorder.flush();
      end();
      await rest;
    },
    async discard() {
      if (over) return;
      clearTimeout(timer);
      const rest = clear();
      end();
      await rest;
    },
  };
  active.add(recorder);
  return recorder;
}
