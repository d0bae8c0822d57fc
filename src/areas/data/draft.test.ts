// @vitest-environment happy-dom
import { afterAll, expect, it } from 'vitest';
import { forgetSession, signedIn, type Session } from '../../session/sessionStore.ts';
import { currentDraft, hasChanges, newRows, newTest, openQuestion, setQuery } from './draft.ts';

const enter = (userKey: number, sponsorKey: number): void =>
  signedIn({
    userKey,
    sponsorKey,
    token: `${userKey} ${sponsorKey}`,
    expiresAt: '2099-01-01T00:00:00Z',
  } as Session);

afterAll(() => forgetSession());

it('is of the user and the sponsor it was built by: nobody sees the question of others in the same tab', () => {
  enter(1, 1);
  setQuery({ items: ['A.1'] });
  expect(currentDraft().query.items).toEqual(['A.1']);
  enter(1, 2);
  expect(currentDraft().query.items).toEqual([]);
  forgetSession();
  enter(2, 1);
  expect(currentDraft().query.items).toEqual([]);
  enter(1, 1);
  expect(currentDraft().query.items).toEqual(['A.1']);
});

it('has changes where it is another question than was opened, and not where its values are typed', () => {
  const conditionOf = (operator: 'EQ' | 'NOT_EQ', value: string) => ({
    kind: 'group' as const,
    joined: 'and' as const,
    conditions: [{ ...newRows('A.1'), tests: [{ ...newTest('A.1'), operator, values: [value] }] }],
  });
  const { query } = currentDraft();
  openQuestion({ query: { ...query, condition: conditionOf('EQ', '') }, entry: null });
  setQuery({ condition: conditionOf('EQ', '20240101'), asAt: '20240630' });
  expect(hasChanges(currentDraft())).toBe(false);
  setQuery({ condition: conditionOf('NOT_EQ', '20240101') });
  expect(hasChanges(currentDraft())).toBe(true);
  openQuestion(currentDraft());
  expect(hasChanges(currentDraft())).toBe(false);
});
