import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { whenClosed } from './whenClosed.ts';

it('does all that waits for the end of a response by one listener, in order', () => {
  const response = new EventEmitter() as ServerResponse;
  const ended: number[] = [];
  for (const no of [1, 2, 3]) whenClosed(response, () => void ended.push(no));
  expect([response.listenerCount('close'), ended]).toEqual([1, []]);
  response.emit('close');
  expect(ended).toEqual([1, 2, 3]);
});
