/** Bodies that are one mistake after another, as large as a body may be. */
import { describe, expect, it } from 'vitest';
import { CALLS } from './openApi.ts';
import { closed, validatorCompiler } from './validation.ts';

const CHANGE = '{"itemId":"H.1"}';
const bodyOf = (name: string, body: unknown) => {
  const call = CALLS.find(([known]) => known === name)?.[1];
  const schema = closed(call?.body ?? {});
  const validate = validatorCompiler({ schema, httpPart: 'body', method: 'POST', url: '/' });
  const before = process.threadCpuUsage();
  const isValid = validate(body);
  const { user } = process.threadCpuUsage(before);
  return { isValid, mistakes: validate.errors?.length ?? 0, ms: user / 1000 };
};
const many = <T>(count: number, one: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => one(at));
const save = (changes: unknown) => ({ reason: 'x', retrievedAt: '2026-01-01T00:00:00.000Z', changes });

describe('the mistakes of a body', () => {
  it('are all named in a small one', () => {
    const { mistakes } = bodyOf('savePage', save([JSON.parse(CHANGE), JSON.parse(CHANGE)]));
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
  ])('stop at the first in a large one: %s', (_, name, body) => {
    const { isValid, mistakes, ms } = bodyOf(name, body);
    expect({ isValid, mistakes }).toEqual({ isValid: false, mistakes: 1 });
    expect(ms).toBeLessThan(500);
  });
});
