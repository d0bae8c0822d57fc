import type { LookupOptions } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { checkedLookup } from './checkedLookup.ts';

const answerOf = (refuse: (hostname: string, address: string) => Error | null, options: LookupOptions) =>
  new Promise((resolve) => {
    checkedLookup(refuse)('localhost', options, (error, address) => resolve(error ?? address));
  });
const refuseAll = (hostname: string, address: string) => new Error(`${hostname} is at ${address}`);

describe('a look-up that is checked', () => {
  it('fails with the refusal, which has the name and the address', async () => {
    for (const options of [{}, { all: true }])
      expect(await answerOf(refuseAll, options)).toMatchObject({
        message: expect.stringMatching(/^localhost is at [\d.:]+$/),
      });
  });

  it('answers one address or all, as it is wanted', async () => {
    expect(await answerOf(() => null, {})).toMatch(/^(127\.0\.0\.1|::1)$/);
    expect(await answerOf(() => null, { all: true })).toContainEqual(
      expect.objectContaining({ address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/) }),
    );
  });

  it('fails as the look-up does', async () => {
    const failure = await new Promise((resolve) => {
      checkedLookup(() => null)('no-such-name.invalid', {}, resolve);
    });
    expect(failure).toBeInstanceOf(Error);
  });
});
