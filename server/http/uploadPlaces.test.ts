import { expect, it } from 'vitest';
import { openUploadPlaces } from './uploadPlaces.ts';

const open = () => new AbortController().signal;

/** Enters with each of the senders; which have a place so far, in order. */
function entering(senders: readonly `user ${number}`[], signal = open()) {
  const places = openUploadPlaces();
  const active: string[] = [];
  const left = senders.map(async (sender) => {
    const leave = await places.enter(sender, signal);
    active.push(sender);
    return leave;
  });
  return { active, left };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('works with two uploads at a time, each of another sender', async () => {
  const { active, left } = entering(['user 1', 'user 1', 'user 2', 'user 3']);
  await settled();
  expect(active).toEqual(['user 1', 'user 2']);
  (await left[0])?.();
  await settled();
  expect(active).toEqual(['user 1', 'user 2', 'user 1']);
  (await left[2])?.();
  await settled();
  expect(active).toEqual(['user 1', 'user 2', 'user 1', 'user 3']);
});

it('forgets an upload whose connection closes while it waits, or before', async () => {
  const closing = new AbortController();
  const { left } = entering(['user 1', 'user 1'], closing.signal);
  await left[0];
  closing.abort();
  await expect(left[1]).rejects.toMatchObject({ errCode: 'UNREADABLE_REQUEST' });
  const late = entering(['user 1'], AbortSignal.abort());
  await expect(late.left[0]).rejects.toMatchObject({ errCode: 'UNREADABLE_REQUEST' });
});
