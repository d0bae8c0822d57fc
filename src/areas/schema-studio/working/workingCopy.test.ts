import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWorkingCopy, DRAFT_PAUSE_MS, type DraftWorld, type StoredFile } from './workingCopy.ts';

const FILE = 'pages/AE.page.json';
const stored = (more: Partial<StoredFile> = {}): StoredFile => ({
  file: FILE,
  active: 'active',
  text: 'active',
  origin: 'product',
  delivered: true,
  draftBy: null,
  draftAt: null,
  hash: '#active',
  outdated: null,
  ...more,
});
const overtaken = new Error('overtaken');
const outdated = new Error('outdated');

/** A server of one file, and a working copy of it. */
function start(first = stored()) {
  let onServer = first;
  let clock = 0;
  const sent: string[] = [];
  let refusal: Error | null = null;
  let isReadable = true;
  const failures: unknown[] = [];
  const world: DraftWorld = {
    userName: 'Me',
    async read() {
      if (!isReadable) throw new Error('no connection');
      return [onServer];
    },
    async save({ text, basedOn, base }) {
      if (refusal) throw refusal;
      if (base !== onServer.hash) throw outdated;
      if (basedOn !== onServer.draftAt) throw overtaken;
      sent.push(String(text));
      onServer = { ...onServer, text, origin: 'draft', draftBy: 'Me', draftAt: `t${(clock += 1)}` };
      return { draftAt: onServer.draftAt ?? '' };
    },
    drop: async () => void (onServer = stored()),
    isOvertaken: (error) => error === overtaken,
    isOutdated: (error) => error === outdated,
    failed: (error) => void failures.push(error),
  };
  const copy = createWorkingCopy([first], world);
  return {
    copy,
    sent,
    file: () => copy.files().get(FILE),
    other: (text: string) => (onServer = { ...onServer, text, draftBy: 'Other', draftAt: 'other' }),
    published: (active: string) =>
      (onServer = stored({ active, text: active, hash: `#${active}`, origin: 'published' })),
    refuse: (error: Error | null) => (refusal = error),
    readable: (next: boolean) => (isReadable = next),
    failures,
    server: () => onServer,
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('sends a draft once, when the typing pauses', async () => {
  const { copy, sent, file } = start();
  copy.write(FILE, 'a');
  await vi.advanceTimersByTimeAsync(DRAFT_PAUSE_MS - 1);
  copy.write(FILE, 'ab');
  await vi.advanceTimersByTimeAsync(DRAFT_PAUSE_MS - 1);
  expect(sent).toEqual([]);
  expect(copy.isDirty()).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual(['ab']);
  expect(file()).toMatchObject({ keeping: 'kept', origin: 'draft', draftBy: 'Me' });
  expect(copy.isDirty()).toBe(false);
});

it('goes on where what was published meanwhile could not be read', async () => {
  const { copy, file, published, readable, failures } = start();
  published('other');
  readable(false);
  copy.write(FILE, 'mine');
  await vi.advanceTimersByTimeAsync(DRAFT_PAUSE_MS);
  expect(file()).toMatchObject({ text: 'mine', keeping: 'failed' });
  expect(failures).toHaveLength(1);
  readable(true);
  copy.write(FILE, 'mine, too');
  await vi.advanceTimersByTimeAsync(DRAFT_PAUSE_MS);
  expect(file()).toMatchObject({ text: 'mine, too', keeping: 'outdated', active: 'other' });
});

it('bases the next draft on the one before', async () => {
  const { copy, sent } = start();
  for (const text of ['a', 'b']) {
    copy.write(FILE, text);
    await vi.advanceTimersByTimeAsync(DRAFT_PAUSE_MS);
  }
  expect(sent).toEqual(['a', 'b']);
});

it('has no draft where the text is again what is published', async () => {
  const { copy, file, server } = start();
  copy.write(FILE, 'a');
  await copy.flush();
  copy.write(FILE, 'active');
  await copy.flush();
  expect(file()).toMatchObject({ draftAt: null, keeping: 'kept' });
  expect(server().draftAt).toBeNull();
});

it('stops at the draft of somebody else until it is told whose stays', async () => {
  const { copy, sent, file, other } = start();
  other('theirs');
  copy.write(FILE, 'mine');
  await copy.flush();
  expect(file()?.keeping).toBe('overtaken');
  copy.write(FILE, 'mine too');
  await vi.advanceTimersByTimeAsync(DRAFT_PAUSE_MS);
  expect(sent).toEqual([]);
  await copy.settle(FILE, 'mine');
  expect(sent).toEqual(['mine too']);
  expect(file()?.keeping).toBe('kept');
});

it('takes theirs where that is wanted', async () => {
  const { copy, file, other } = start();
  other('theirs');
  copy.write(FILE, 'mine');
  await copy.flush();
  await copy.settle(FILE, 'theirs');
  expect(file()).toMatchObject({ text: 'theirs', draftBy: 'Other', keeping: 'kept' });
});

it('keeps what could not be sent, and sends it with the next edit', async () => {
  const { copy, sent, file, refuse } = start();
  refuse(new Error('no connection'));
  copy.write(FILE, 'a');
  await copy.flush();
  expect(file()).toMatchObject({ text: 'a', keeping: 'failed' });
  refuse(null);
  copy.write(FILE, 'ab');
  await copy.flush();
  expect(sent).toEqual(['ab']);
});

it('takes what the server has now, except where something is unsaved', () => {
  const { copy, file } = start();
  copy.write(FILE, 'mine');
  copy.take([stored({ text: 'a draft', draftBy: 'Other', draftAt: 'other' })]);
  expect(file()?.text).toBe('mine');
  copy.abandon();
});

it('goes back to what is published when a draft is discarded', async () => {
  const { copy, file } = start(stored({ text: 'draft', origin: 'draft', draftBy: 'Other', draftAt: 't' }));
  await copy.discard(FILE);
  expect(file()).toMatchObject({ text: 'active', draftAt: null, keeping: 'kept' });
});

it('stops at a publication until both texts are merged, and does not undo it', async () => {
  const { copy, sent, file, published } = start();
  published('theirs');
  copy.write(FILE, 'mine');
  await copy.flush();
  expect(file()).toMatchObject({
    keeping: 'outdated',
    text: 'mine',
    active: 'theirs',
    outdated: { base: 'active' },
  });
  copy.write(FILE, 'mine too');
  await vi.advanceTimersByTimeAsync(DRAFT_PAUSE_MS);
  expect(sent).toEqual([]);
  await copy.merge(FILE, 'theirs and mine');
  expect(sent).toEqual(['theirs and mine']);
  expect(file()).toMatchObject({ keeping: 'kept', outdated: null });
});

it('stops as well where the publication is seen before the draft is sent', async () => {
  const { copy, sent, file, published } = start();
  copy.write(FILE, 'mine');
  copy.take([published('theirs')]);
  await copy.flush();
  expect(file()).toMatchObject({ keeping: 'outdated', active: 'theirs', outdated: { base: 'active' } });
  published('theirs again');
  await copy.merge(FILE, 'theirs and mine');
  expect(sent).toEqual([]);
  expect(file()).toMatchObject({ keeping: 'outdated', outdated: { base: 'theirs' } });
});

it('keeps an outdated draft as it is stored while it is edited', async () => {
  const { copy, sent, file } = start(stored({ text: 'draft', draftAt: 't', outdated: { base: 'before' } }));
  copy.write(FILE, 'draft 2');
  await copy.flush();
  expect(sent).toEqual([]);
  expect(file()).toMatchObject({ keeping: 'outdated', outdated: { base: 'before' } });
});

it('does not send without a merge what was typed while a draft was on its way', async () => {
  const { copy, sent, file, published } = start();
  copy.write(FILE, 'mine');
  const sending = copy.flush();
  copy.write(FILE, 'mine too');
  // the answer is not there yet, and the draft is of the text before
  copy.take([published('theirs')]);
  await sending;
  await vi.advanceTimersByTimeAsync(DRAFT_PAUSE_MS);
  expect(sent).toEqual(['mine']);
  expect(file()).toMatchObject({ text: 'mine too', keeping: 'outdated', outdated: { base: 'active' } });
});

it('has nothing to merge where the same text was published', () => {
  const { copy, file, published } = start();
  copy.write(FILE, 'mine');
  copy.take([published('mine')]);
  expect(file()).toMatchObject({ keeping: 'kept', outdated: null });
  copy.abandon();
});
