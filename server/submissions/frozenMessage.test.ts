import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutMessage } from './frozenMessage.ts';

const NAMES = { rootName: 'B', messageName: 'M' };
const message = (no: number) => `<M a="1"><id no="${no}"/></M>`;
const batch = (count: number) =>
  `<?xml?><B><id/>${Array.from({ length: count }, (_, no) => message(no)).join('\n')}<sender/></B>`;

/** The text in pieces of any length. */
async function* pieces(text: string, size: number): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += size) {
    await Promise.resolve();
    yield text.slice(from, from + size);
  }
}

it('cuts each message out, however the file is read', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.nat(5),
      fc.integer({ min: 1, max: 40 }),
      async (count, index, size) => {
        const found = await cutMessage(pieces(batch(count), size), NAMES, index, 10_000);
        if (index >= count) expect(found).toBeNull();
        else expect(found).toEqual({ xml: `<?xml?><B><id/>${message(index)}</B>`, isCut: false });
      },
    ),
  );
});

it('ends where a message is longer than what is wanted', async () => {
  const long = `<B><M>${'x'.repeat(1000)}</M></B>`;
  expect(await cutMessage(pieces(long, 10), NAMES, 0, 100)).toMatchObject({ isCut: true });
});
