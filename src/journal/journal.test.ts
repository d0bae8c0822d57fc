import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cipherOf } from './cipher.ts';
import { openJournal, type Journal, type Unsaved } from './journal.ts';
import { startRecorder } from './recorder.ts';
import type { SealedEntry, Shelf } from './shelf.ts';

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const DAY = 24 * 60 * 60 * 1000;

let lying: Map<string, SealedEntry>;
let living: Set<string>;
let now: number;
beforeEach(() => {
  lying = new Map();
  living = new Set();
  now = Date.UTC(2026, 0, 1);
});

const shelf: Shelf = {
  put: (entry) => Promise.resolve(void lying.set(entry.id, entry)),
  remove: (id) => Promise.resolve(void lying.delete(id)),
  all: () => Promise.resolve([...lying.values()]),
};
const journalOf = async (userKey: number, tab: string, keyByte = userKey): Promise<Journal> => {
  const livingTabs = () => Promise.resolve(new Set([...living].filter((one) => one !== tab)));
  return openJournal({
    userKey,
    tab,
    shelf,
    cipher: await cipherOf(keyOf(keyByte)),
    livingTabs,
    now: () => now,
  });
};
const unsaved = (text: string): Unsaved => ({ title: 'CASE-1', path: '/case/1', count: 1, edits: { text } });

describe('an entry', () => {
  it('is offered to its user once the tab that wrote it is gone, and to nobody else', async () => {
    living.add('a');
    await (await journalOf(7, 'a')).open('case/1/DM').keep(unsaved('headache'));
    expect(await (await journalOf(7, 'b')).entries()).toEqual([]);
    living.delete('a');
    expect(await (await journalOf(8, 'b')).entries()).toEqual([]);
    expect(await (await journalOf(7, 'b')).entries()).toMatchObject([
      {
        place: 'case/1/DM',
        title: 'CASE-1',
        count: 1,
        at: '2026-01-01T00:00:00.000Z',
        edits: { text: 'headache' },
      },
    ]);
  });

  it('holds nothing readable', async () => {
    await (await journalOf(7, 'a')).open('case/1/DM').keep(unsaved('headache'));
    const [entry] = lying.values();
    expect(entry).toBeDefined();
    expect(Buffer.from(entry?.bytes ?? new ArrayBuffer()).toString('latin1')).not.toMatch(/headache|CASE-1/);
  });

  it('is thrown away where its key is another one by now, or where it was put in the place of another', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await (await journalOf(7, 'a')).open('case/1/DM').keep(unsaved('x'));
    await (await journalOf(7, 'a')).open('case/2/DM').keep(unsaved('y'));
    const [one, two] = lying.values();
    if (!one || !two) throw new Error('no entries');
    lying.set(two.id, { ...one, id: two.id });
    expect(await (await journalOf(7, 'b')).entries()).toMatchObject([{ edits: { text: 'x' } }]);
    expect(await (await journalOf(7, 'b', 9)).entries()).toEqual([]);
    expect(lying.size).toBe(0);
    expect(warned).toHaveBeenCalled();
  });

  it('is not offered while its page is open, and not written over by the next opening', async () => {
    const journal = await journalOf(7, 'a');
    const first = journal.open('case/1/DM');
    await first.keep(unsaved('first'));
    expect(await journal.entries()).toEqual([]);
    first.close();
    const second = journal.open('case/1/DM');
    now += 1000;
    await second.keep(unsaved('second'));
    second.close();
    expect((await journal.entries()).map(({ edits }) => edits)).toEqual([
      { text: 'second' },
      { text: 'first' },
    ]);
  });

  it('is offered in the tab that wrote it after signing in again, and not written over there', async () => {
    const before = (await journalOf(7, 'a')).open('case/1/DM');
    await before.keep(unsaved('before'));
    before.close();
    const journal = await journalOf(7, 'a');
    await journal.open('case/1/DM').keep(unsaved('after'));
    expect((await journal.entries()).map(({ edits }) => edits)).toEqual([{ text: 'before' }]);
  });

  it('goes after thirty days, whoever opens the journal', async () => {
    await (await journalOf(7, 'a')).open('case/1/DM').keep(unsaved('x'));
    now += 29 * DAY;
    await journalOf(8, 'b');
    expect(lying.size).toBe(1);
    now += 2 * DAY;
    await journalOf(8, 'b');
    expect(lying.size).toBe(0);
  });
});

describe('a recorder', () => {
  const failed = vi.fn();
  const recording = async () => {
    const page = { text: '' };
    const journal = await journalOf(7, 'a');
    const recorder = startRecorder({
      journal,
      place: 'case/1/DM',
      isDirty: () => page.text !== '',
      read: () => unsaved(page.text),
      onFailure: failed,
    });
    const type = (text: string) => {
      page.text = text;
      recorder.touch();
    };
    return {
      recorder,
      type,
      kept: async () => (await (await journalOf(7, 'b')).entries()).map(({ edits }) => edits),
    };
  };

  it('writes while somebody goes on typing, not only when he rests', async () => {
    const { type, kept: entries, recorder } = await recording();
    for (let letters = 1; letters <= 8; letters += 1) {
      type('x'.repeat(letters));
      await new Promise((wake) => setTimeout(wake, 60));
    }
    expect(await entries()).toEqual([{ text: expect.stringMatching(/^x{4,8}$/) as string }]);
    await recorder.stop();
    expect(await entries()).toEqual([{ text: 'xxxxxxxx' }]);
  });

  it('forgets what was saved, at once, also what is just being written', async () => {
    const { type, kept: entries, recorder } = await recording();
    type('x');
    void recorder.flush();
    type('');
    await recorder.flush();
    expect(await entries()).toEqual([]);
  });

  it('writes nothing any more once the edits are given up', async () => {
    const { type, kept: entries, recorder } = await recording();
    type('x');
    await recorder.flush();
    type('xy');
    await recorder.discard();
    type('xyz');
    await recorder.stop();
    expect(await entries()).toEqual([]);
    expect(failed).not.toHaveBeenCalled();
  });
});
