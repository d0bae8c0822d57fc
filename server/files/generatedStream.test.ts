import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { generatedStream } from './generatedStream.ts';

async function* twice(source: Readable): AsyncGenerator<Buffer> {
  for await (const piece of source) yield Buffer.concat([piece as Buffer, piece as Buffer]);
}
const closed = (stream: Readable) => new Promise<void>((done) => void stream.once('close', done));
const source = () => Readable.from([Buffer.from('a'), Buffer.from('b')], { objectMode: false });

it('passes on what is generated', async () => {
  expect((await buffer(generatedStream(source(), twice))).toString()).toBe('aabb');
});

it('closes its source when it is closed, also before it was read', async () => {
  const unread = source();
  const ofUnread = closed(unread);
  generatedStream(unread, twice).destroy();
  await ofUnread;
  const begun = source();
  const ofBegun = closed(begun);
  const stream = generatedStream(begun, twice);
  await once(stream, 'readable');
  stream.destroy();
  await ofBegun;
  expect([unread.destroyed, begun.destroyed]).toEqual([true, true]);
});

it('fails where its source does', async () => {
  const broken = new Readable({ read: () => broken.destroy(new Error('disk')) });
  await expect(buffer(generatedStream(broken, twice))).rejects.toThrow('disk');
});
