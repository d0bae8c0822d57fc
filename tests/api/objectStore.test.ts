/** Laws of the file storage, which all adapters keep. Object storage is a real S3 server. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderStore } from '../../server/files/folderStore.ts';
import { guardedStore } from '../../server/files/guardedStore.ts';
import { FileStoreUnavailable, type ObjectStore } from '../../server/files/objectStore.ts';
import { s3Settings } from '../../server/files/s3Settings.ts';
import { s3Store } from '../../server/files/s3Store.ts';
import { testDataDir } from '../testDataDir.ts';
import { hasGateway, startGateway } from './radosGateway.ts';

/** More than one part of a large object. */
const LARGE_BYTES = 17 * 1024 * 1024;
const KEYS = ['files/aa/one', 'files/aa/two', 'files/ab/one', 'exports/one', 'audit/anchors/1.jsonl'];

interface Opened {
  objects: ObjectStore;
  /** failures of the storage that were reported */
  failures: FileStoreUnavailable[];
  /** Makes the storage unavailable. */
  breakDown: () => unknown;
  close: () => unknown;
}

const ADAPTERS: Record<string, { installed: boolean; open: () => Promise<Opened> }> = {
  folder: { installed: true, open: openFolder },
  S3: { installed: hasGateway, open: openS3 },
};

function openFolder(): Promise<Opened> {
  const dir = testDataDir();
  const failures: FileStoreUnavailable[] = [];
  const objects = guardedStore(folderStore(dir), (failure) => failures.push(failure));
  const remove = () => rmSync(dir, { recursive: true, force: true });
  return Promise.resolve({
    objects,
    failures,
    breakDown: () => {
      remove();
      writeFileSync(dir, 'no directory any longer');
    },
    close: remove,
  });
}

async function openS3(): Promise<Opened> {
  const gateway = await startGateway();
  const settings = s3Settings(await gateway.bucketEnv());
  if (!settings) throw new Error('no settings of object storage');
  const failures: FileStoreUnavailable[] = [];
  const objects = guardedStore(s3Store(settings), (failure) => failures.push(failure));
  return {
    objects,
    failures,
    breakDown: gateway.kill,
    close: async () => {
      objects.close();
      await gateway.stop();
    },
  };
}

const bytesOf = (content: string | Uint8Array): Readable => Readable.from([Buffer.from(content)]);

describe.each(Object.entries(ADAPTERS))('the file storage: %s', (_name, { installed, open }) => {
  let opened: Opened;
  let objects: ObjectStore;
  beforeAll(async () => {
    if (!installed) return;
    opened = await open();
    objects = opened.objects;
  });
  afterAll(() => opened?.close());

  const read = async (key: string): Promise<string | null> => {
    const content = await objects.read(key);
    return content && (await buffer(content)).toString('utf8');
  };
  const keysOf = async (folder: string): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of objects.list(folder)) keys.push(key);
    return keys;
  };
  const law = it.skipIf(!installed);

  law('is a map of keys to contents', { timeout: 300_000 }, async () => {
    const key = fc.constantFrom(...KEYS);
    const step = fc.oneof(
      fc.record({ key, content: fc.string({ maxLength: 40 }) }),
      fc.record({ key, content: fc.constant(null) }),
    );
    const model = new Map<string, string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        for (const { key, content } of steps) {
          if (content === null) {
            await objects.remove(key);
            model.delete(key);
          } else {
            await objects.put(key, bytesOf(content));
            model.set(key, content);
          }
        }
        for (const key of KEYS) {
          expect(await objects.exists(key)).toBe(model.has(key));
          expect(await read(key)).toBe(model.get(key) ?? null);
        }
        for (const folder of ['files', 'exports', 'audit/anchors', 'none'])
          expect(await keysOf(folder)).toEqual(
            [...model.keys()].filter((one) => one.startsWith(`${folder}/`)).toSorted(),
          );
      }),
      { numRuns: 15 },
    );
  });

  law('stores a large content byte by byte, also from a file', async () => {
    const bytes = Buffer.alloc(LARGE_BYTES, 'a part of a large object ');
    await objects.put('exports/large', Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]));
    const folder = testDataDir();
    const path = join(folder, 'upload');
    writeFileSync(path, bytes);
    await objects.putFile('files/aa/large', path);
    rmSync(folder, { recursive: true });
    for (const key of ['exports/large', 'files/aa/large']) {
      const content = await objects.read(key);
      expect(content && bytes.equals(await buffer(content))).toBe(true);
    }
  });

  law('replaces an object as a whole, or not at all', async () => {
    await objects.put('exports/whole', bytesOf('before'));
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(LARGE_BYTES);
        await Promise.reject(new Error('the content broke off'));
      })(),
    );
    await expect(objects.put('exports/whole', broken)).rejects.toThrow('the content broke off');
    const stop = new AbortController();
    const endless = Readable.from(
      (async function* () {
        for (;;) {
          yield Buffer.alloc(1024 * 1024);
          await sleep(1);
          stop.abort();
        }
      })(),
    );
    await expect(objects.put('exports/whole', endless, stop.signal)).rejects.toThrow(/abort/i);
    expect(await read('exports/whole')).toBe('before');
    expect(opened.failures).toEqual([]);
  });

  law('leaves nothing of interrupted writing', async () => {
    await objects.removeUnfinished(new Date(Date.now() + 60_000));
    expect((await keysOf('exports')).filter((key) => key.includes('.'))).toEqual([]);
    expect(await read('exports/whole')).toBe('before');
  });

  law('knows when an object was stored', async () => {
    const before = Date.now() - 5000;
    await objects.put('exports/dated', bytesOf('x'));
    for await (const { key, at } of objects.list('exports'))
      if (key === 'exports/dated') {
        expect(at.getTime()).toBeGreaterThan(before);
        expect(at.getTime()).toBeLessThan(Date.now() + 5000);
      }
  });

  law.each(['../escape', 'files/../../escape', '/etc/passwd', '', 'files//a', 'files/a b'])(
    'takes no key %j',
    async (key) => {
      await expect(async () => objects.put(key, bytesOf('x'))).rejects.toThrow('not the key of an object');
    },
  );

  // the last one, since it ends the storage
  law('reports that it is unavailable', async () => {
    await opened.breakDown();
    for (const call of [
      () => objects.exists('files/aa/one'),
      () => objects.read('files/aa/one'),
      () => objects.put('files/aa/one', bytesOf('x')),
    ])
      await expect(call()).rejects.toThrow(FileStoreUnavailable);
    expect(opened.failures).toHaveLength(3);
  });
});
