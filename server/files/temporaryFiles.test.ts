import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { folderStore } from './folderStore.ts';
import { temporaryFilesIn } from './temporaryFiles.ts';

const KEY = '00000000-0000-4000-8000-000000000001';
const root = mkdtempSync(join(tmpdir(), 'casewright-temporary-'));
const dir = join(root, 'exports');
const files = temporaryFilesIn(folderStore(root));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const running = () => new AbortController().signal;
const read = async () => {
  const stream = await files.read(KEY);
  return stream && text(stream);
};

it('holds the file that was written last, until it is removed', async () => {
  expect(await read()).toBeNull();
  await files.write(KEY, Readable.from(['one']), running());
  await files.write(KEY, Readable.from(['two', '!']), running());
  expect(await read()).toBe('two!');
  await files.remove(KEY);
  await files.remove(KEY);
  expect(await read()).toBeNull();
});

it('leaves nothing of a file that is stopped or fails while it is written', async () => {
  await files.write(KEY, Readable.from(['before']), running());
  const stop = new AbortController();
  async function* endless() {
    for (;;) {
      yield 'more';
      await Promise.resolve();
      stop.abort();
    }
  }
  await expect(files.write(KEY, Readable.from(endless()), stop.signal)).rejects.toThrow(/abort/i);
  const broken = Readable.from(
    (async function* () {
      yield 'half';
      await Promise.reject(new Error('broken'));
    })(),
  );
  await expect(files.write(KEY, broken, running())).rejects.toThrow('broken');
  expect(readdirSync(dir)).toEqual([KEY]);
  expect(await read()).toBe('before');
});

it('takes nothing but keys', async () => {
  await expect(files.write('../escape', Readable.from(['x']), running())).rejects.toThrow('not the key');
});
