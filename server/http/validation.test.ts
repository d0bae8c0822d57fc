/** Bodies that are one mistake after another, as large as a body may be, and times that no clock shows. */
import { describe, expect, it } from 'vitest';
import { costOf } from '../../shared/testing/costOf.ts';
import { CALLS } from './openApi.ts';
import { closed, validatorCompiler } from './validation.ts';

const CHANGE = '{"itemId":"H.1"}';
const bodyOf = async (name: string, body: unknown) => {
  const call = CALLS.find(([known]) => known === name)?.[1];
  const schema = closed(call?.body ?? {});
  const validate = validatorCompiler({ schema, httpPart: 'body', method: 'POST', url: '/' });
  let isValid: unknown = null;
  const cost = await costOf(() => (isValid = validate(body)));
  return { isValid, mistakes: validate.errors?.length ?? 0, cost };
};
const many = <T>(count: number, one: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => one(at));
const save = (changes: unknown) => ({ reason: 'x', retrievedAt: '2026-01-01T00:00:00.000Z', changes });

describe('the mistakes of a body', () => {
  it('are all named in a small one', async () => {
    const { mistakes } = await bodyOf('savePage', save([JSON.parse(CHANGE), JSON.parse(CHANGE)]));
    expect(mistakes).toBe(12);
  });

  it.each<[string, string, unknown]>([
    ['changes without anything', 'savePage', save(many(300_000, () => ({})))],
    ['numbers for changes', 'savePage', save(many(1_000_000, () => 0))],
    ['unknown properties', 'signIn', Object.fromEntries(many(200_000, (at) => [`p${at}`, 0]))],
    [
      'more routes than a workflow has',
      'saveWorkflowSettings',
      {
        useWorkflow: true,
        steps: [],
        setAt: null,
        reason: 'x',
        routes: many(20_000, (at) => ({ from: `a${at}`, to: 'b' })),
      },
    ],
  ])('stop at the first in a large one: %s', async (_, name, body) => {
    const { isValid, mistakes, cost } = await bodyOf(name, body);
    expect({ isValid, mistakes }).toEqual({ isValid: false, mistakes: 1 });
    expect(cost).toBeLessThan(100);
  });
});

describe('a time', () => {
  const takes = async (retrievedAt: string) =>
    (await bodyOf('savePage', { ...save([]), retrievedAt })).isValid;

  it('is any of RFC 3339 that a clock shows', async () => {
    for (const time of ['2024-02-29T23:59:59.999Z', '2026-01-01T00:00:00+09:00'])
      expect(await takes(time), time).toBe(true);
    expect(await takes('2026-02-29T00:00:00Z')).toBe(false);
  });

  it('is no leap second, which is neither before nor after any other: an edit of that time would never be too late', async () => {
    for (const time of ['2016-12-31T23:59:60Z', '2017-01-01T08:59:60.5+09:00'])
      expect(await takes(time), time).toBe(false);
  });
});
