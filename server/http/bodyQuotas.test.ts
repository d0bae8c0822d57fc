import { expect, it } from 'vitest';
import { openBodyQuotas } from './bodyQuotas.ts';

it('limits what one sender has under way, each kind by itself, and takes back what is done', () => {
  const { take } = openBodyQuotas({ disk: 100, memory: 10 });
  const back = take('user 1', 'disk', 60);
  expect(() => take('user 1', 'disk', 60)).toThrow(expect.objectContaining({ errCode: 'TOO_MANY_CALLS' }));
  take('user 1', 'disk', 40);
  take('user 1', 'memory', 10);
  take('user 2', 'disk', 60);
  back();
  take('user 1', 'disk', 60);
  expect(() => take('user 1', 'disk', 1)).toThrow(expect.objectContaining({ errCode: 'TOO_MANY_CALLS' }));
});

it('takes a single body of any size', () => {
  const { take } = openBodyQuotas({ disk: 100, memory: 10 });
  take('user 1', 'disk', 500)();
  expect(() => take('user 1', 'disk', 500)).not.toThrow();
});
