/** The texts being edited, each stored on the server as a draft after a pause in typing. */
import type { Static } from 'typebox';
import type { SchemaFile } from '../../../../shared/contract/index.ts';
import { makeListeners } from '../../../listeners/listeners.ts';

export type StoredFile = Static<typeof SchemaFile>;

/**
 * State of the draft: stored, waiting, being sent, overtaken by another user's change of the draft, to be merged with what was
 * published since, or refused.
 */
export type Keeping = 'kept' | 'waiting' | 'sending' | 'overtaken' | 'outdated' | 'failed';

export interface WorkingFile extends StoredFile {
  keeping: Keeping;
}

/** What the working copy asks of the server. */
export interface DraftWorld {
  read(): Promise<readonly StoredFile[]>;
  save(change: {
    file: string;
    text: string | null;
    basedOn: string | null;
    base: string | null;
  }): Promise<{ draftAt: string }>;
  drop(file: string): Promise<unknown>;
  /** has another user changed the draft since? */
  isOvertaken(error: unknown): boolean;
  /** is another text in use than the draft changes? */
  isOutdated(error: unknown): boolean;
  failed(error: unknown): void;
  /** name of the user, for drafts of one's own */
  userName: string;
}

export interface WorkingCopy {
  files(): ReadonlyMap<string, WorkingFile>;
  subscribe(listener: () => void): () => void;
  /** Texts that only this window has. */
  isDirty(): boolean;
  write(file: string, text: string | null): void;
  /** What the server has now; files with something unsaved stay. */
  take(stored: readonly StoredFile[]): void;
  /** Forgets the draft: the file is again as published, or as it lies on disk. */
  discard(file: string): Promise<void>;
  /** After a conflict with another user: put mine on top of the draft, or take theirs. */
  settle(file: string, keep: 'mine' | 'theirs'): Promise<void>;
  /** Goes on with a text that has what is in use now. */
  merge(file: string, text: string | null): Promise<void>;
  /** Sends what waits, at once. */
  flush(): Promise<void>;
  /** Lets go of what waits. */
  abandon(): void;
}

/** After this pause in typing a text goes to the server. */
export const DRAFT_PAUSE_MS = 1000;

export function createWorkingCopy(stored: readonly StoredFile[], world: DraftWorld): WorkingCopy {
  let files: ReadonlyMap<string, WorkingFile> = new Map(
    stored.map((file) => [file.file, { ...file, keeping: 'kept' }]),
  );
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const listeners = makeListeners();

  const change = (name: string, next: Partial<WorkingFile> | null): void => {
    const copy = new Map(files);
    const before = copy.get(name);
    if (next === null) copy.delete(name);
    else copy.set(name, { ...(before ?? NEW_FILE), file: name, ...next });
    files = copy;
    listeners.notify();
  };

  const stopTimer = (name: string): void => {
    clearTimeout(timers.get(name));
    timers.delete(name);
  };

  async function keep(name: string): Promise<void> {
    stopTimer(name);
    const file = files.get(name);
    if (!file || STOPPED.has(file.keeping)) return;
    const { text, active, draftAt, hash } = file;
    change(name, { keeping: 'sending' });
    try {
      if (text === active) {
        if (draftAt !== null) await world.drop(name);
        settled(name, text, { draftAt: null, draftBy: null, origin: 'product' });
      } else {
        const answer = await world.save({ file: name, text, basedOn: draftAt, base: hash });
        settled(name, text, { draftAt: answer.draftAt, draftBy: world.userName, origin: 'draft' });
      }
    } catch (error) {
      if (world.isOutdated(error))
        await changeAgain(name).catch((failure: unknown) => refused(name, failure));
      else refused(name, error);
    }
  }

  const refused = (name: string, error: unknown): void => {
    change(name, { keeping: world.isOvertaken(error) ? 'overtaken' : 'failed' });
    if (!world.isOvertaken(error)) world.failed(error);
  };

  /** Another text is in use than the one that was changed: both are to be merged. Where it is the same after all, it is sent again. */
  async function changeAgain(name: string): Promise<void> {
    const fresh = await reread(name);
    const file = files.get(name);
    if (!file) return;
    change(name, withActive({ ...file, keeping: 'waiting' }, fresh));
    if (files.get(name)?.keeping === 'waiting') wait(name);
  }

  /** An unsaved file when the server has `fresh`. */
  const withActive = (file: WorkingFile, fresh: StoredFile | null): WorkingFile => {
    const { active, hash, draftAt, draftBy } = fresh ?? NEW_FILE;
    if (file.hash === hash) return file.outdated ? { ...file, keeping: 'outdated' } : file;
    if (fresh && file.text === active) return { ...fresh, keeping: 'kept' };
    const isOthers = draftBy !== null && draftBy !== world.userName;
    return {
      ...file,
      active,
      hash,
      // a draft of another user is found when the merged text is stored
      ...(!isOthers && { draftAt }),
      outdated: file.outdated ?? { base: file.active },
      keeping: 'outdated',
    };
  };

  /** The server has `sent`; what was typed since then still has to go. */
  const settled = (name: string, sent: string | null, stored: Partial<WorkingFile>): void => {
    change(name, { ...stored, keeping: 'kept' });
    const text = files.get(name)?.text;
    if (text !== undefined && text !== sent) edit(name, text);
  };

  const edit = (name: string, text: string | null): void => {
    const { keeping, outdated } = files.get(name) ?? NEW_FILE;
    const next = STOPPED.has(keeping) ? keeping : outdated ? 'outdated' : 'waiting';
    change(name, { text, keeping: next });
    if (next === 'waiting') wait(name);
  };

  const wait = (name: string): void => {
    stopTimer(name);
    timers.set(
      name,
      setTimeout(() => void keep(name), DRAFT_PAUSE_MS),
    );
  };

  const reread = async (name: string): Promise<StoredFile | null> =>
    (await world.read()).find(({ file }) => file === name) ?? null;

  const replace = (name: string, stored: StoredFile | null): void =>
    change(name, stored && { ...stored, keeping: 'kept' });

  return {
    files: () => files,
    subscribe: listeners.add,
    isDirty: () => [...files.values()].some(({ keeping }) => keeping !== 'kept'),
    write: edit,
    take(fresh) {
      const unsaved = [...files.values()].filter(({ keeping }) => keeping !== 'kept');
      const known = new Map(fresh.map((file) => [file.file, file]));
      files = new Map([
        ...fresh.map((file): [string, WorkingFile] => [file.file, { ...file, keeping: 'kept' }]),
        ...unsaved.map((file): [string, WorkingFile] => [
          file.file,
          withActive(file, known.get(file.file) ?? null),
        ]),
      ]);
      listeners.notify();
    },
    async discard(name) {
      stopTimer(name);
      const file = files.get(name);
      if (file?.draftAt) await world.drop(name);
      replace(name, await reread(name));
    },
    async settle(name, side) {
      const theirs = await reread(name);
      if (side === 'theirs') return replace(name, theirs);
      change(name, { draftAt: theirs?.draftAt ?? null, keeping: 'waiting' });
      await keep(name);
    },
    async merge(name, text) {
      change(name, { text, outdated: null, keeping: 'waiting' });
      await keep(name);
    },
    async flush() {
      await Promise.all([...timers.keys()].map(keep));
    },
    abandon() {
      [...timers.keys()].forEach(stopTimer);
    },
  };
}

/** Nothing is sent until an answer or a decision is there. */
const STOPPED: ReadonlySet<Keeping> = new Set(['sending', 'overtaken', 'outdated']);

const NEW_FILE: WorkingFile = {
  file: '',
  active: null,
  text: null,
  origin: 'draft',
  delivered: false,
  draftBy: null,
  draftAt: null,
  hash: null,
  outdated: null,
  keeping: 'waiting',
};
