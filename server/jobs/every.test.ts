import { expect, it } from 'vitest';
import { every } from './every.ts';

const tick = () => new Promise<void>((done) => setTimeout(done, 5));

it('works now, goes on after a failure, and never twice at once', async () => {
  let running = 0;
  let maxRunning = 0;
  let times = 0;
  const failures: unknown[] = [];
  const stop = every(
    1,
    async () => {
      maxRunning = Math.max(maxRunning, (running += 1));
      times += 1;
      await tick();
      running -= 1;
      if (times === 1) throw new Error('first');
    },
    (error) => failures.push(error),
  );
  expect(times).toBe(1);
  await expect.poll(() => times).toBeGreaterThan(3);
  await stop();
  expect({ most: maxRunning, running, failures }).toEqual({
    most: 1,
    running: 0,
    failures: [new Error('first')],
  });
});

it('waits for what is under way when it is stopped, and does nothing afterwards', async () => {
  let ended = 0;
  const stop = every(
    1,
    async () => {
      await tick();
      ended += 1;
    },
    () => {},
  );
  await stop();
  expect(ended).toBe(1);
  await tick();
  await tick();
  expect(ended).toBe(1);
});
