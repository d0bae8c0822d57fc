// @vitest-environment happy-dom
import { afterAll, expect, it } from 'vitest';
import { forgetSession, signedIn, type Session } from '../../session/sessionStore.ts';
import { currentDraft, setQuery } from './draft.ts';

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
