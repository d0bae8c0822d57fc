import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { countAttempt, takeBackAttempt } from '../../server/accounts/throttle.store.ts';
import { signIn } from '../../shared/contract/auth.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { startTestServer } from './harness.ts';
import type { TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.db.deleteFrom('login_throttle').execute();
  // waits begin at one second, which attempts may take on a busy machine; the server forgets attempts by this clock
  return server.clock.pause();
});

const enter = (password: string, userId = 'case.editor') =>
  server.call(signIn, { body: { userId, password } });
const fail = async (times: number, userId?: string) => {
  for (let i = 0; i < times; i += 1) await enter('wrong', userId);
};

it('lets a user mistype nine times', async () => {
  await fail(9);
  expect((await enter(DEMO_PASSWORD)).status).toBe(200);
});

it('makes a user wait after the tenth wrong password, even with the right one, and says how long', async () => {
  await fail(10);
  const answer = await enter(DEMO_PASSWORD);
  expect(answer).toMatchObject({
    status: 429,
    errCode: 'TOO_MANY_ATTEMPTS',
    details: { retryAfterSeconds: 1 },
  });
  expect(answer.headers.get('retry-after')).toBe('1');
});

it('doubles the wait with every further failure, up to a quarter of an hour', async () => {
  const waits: number[] = [];
  await fail(10);
  for (let i = 0; i < 12; i += 1) {
    const { details } = await enter('wrong');
    const seconds = (details as { retryAfterSeconds: number }).retryAfterSeconds;
    waits.push(seconds);
    server.clock.advance(seconds * 1000);
    await enter('wrong');
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
});

it('forgets the failures after a good sign-in', async () => {
  await fail(9);
  await enter(DEMO_PASSWORD);
  await fail(9);
  expect((await enter(DEMO_PASSWORD)).status).toBe(200);
});

it('forgets them after an hour', async () => {
  await fail(9);
  server.clock.advance(60 * 60_000 + 1);
  await fail(9);
  expect((await enter(DEMO_PASSWORD)).status).toBe(200);
});

it('blocks nobody for longer once a clock that was ahead is set back', async () => {
  const day = 24 * 60 * 60_000;
  server.clock.advance(day);
  await fail(10);
  expect((await enter(DEMO_PASSWORD)).status).toBe(429);
  server.clock.advance(-day);
  expect((await enter(DEMO_PASSWORD)).status).toBe(200);
});

it('does not let attempts made at once slip through', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => enter('wrong')));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
});

it('lets exactly as many of the attempts made at once through as are free, whatever the order of their clocks', async () => {
  const attempt = fc.record({ kind: fc.constantFrom('user' as const, 'address' as const), ms: fc.nat(900) });
  await fc.assert(
    fc.asyncProperty(fc.array(attempt, { maxLength: 150 }), async (attempts) => {
      await server.db.deleteFrom('login_throttle').execute();
      const at = server.clock.now().getTime();
      const waits = await Promise.all(
        attempts.map(({ kind, ms }) => countAttempt(server.db, { kind, name: 'one' }, new Date(at + ms))),
      );
      for (const [kind, free] of [
        ['user', 10],
        ['address', 60],
      ] as const) {
        const of = waits.filter((_, i) => attempts[i]?.kind === kind);
        expect(of.filter((wait) => wait === 0)).toHaveLength(Math.min(of.length, free));
      }
    }),
    { numRuns: 30 },
  );
});

it('does not lift the block of an address because somebody there signs in', async () => {
  const address = { kind: 'address', name: '192.0.2.1' } as const;
  const now = server.clock.now();
  await countAttempt(server.db, address, now);
  for (let i = 0; i < 60; i += 1) await countAttempt(server.db, address, now);
  await takeBackAttempt(server.db, { kind: 'user', name: 'somebody' }, address);
  expect(await countAttempt(server.db, address, now)).toBe(0);
  await countAttempt(server.db, address, new Date(now.getTime() + 5000));
  await takeBackAttempt(server.db, { kind: 'user', name: 'somebody' }, address);
  expect(await countAttempt(server.db, address, new Date(now.getTime() + 5000))).toBeGreaterThan(0);
});

it('gives an address that many share its attempts back over an hour, however busy it is', async () => {
  const address = { kind: 'address', name: '192.0.2.2' } as const;
  const MINUTE_MS = 60_000;
  const from = server.clock.now().getTime();
  // a day in which a user mistypes every other minute
  for (let minute = 0; minute < 8 * 60; minute += 1) {
    const at = new Date(from + minute * MINUTE_MS);
    expect(await countAttempt(server.db, address, at)).toBe(0);
    if (minute % 2 === 0) await takeBackAttempt(server.db, { kind: 'user', name: 'somebody' }, address);
  }
  const evening = from + 8 * 60 * MINUTE_MS;
  for (let i = 0; i < 60; i += 1) await countAttempt(server.db, address, new Date(evening));
  expect(await countAttempt(server.db, address, new Date(evening))).toBeGreaterThan(0);
});

it('does not give a user attempts back before an hour is over', async () => {
  const user = { kind: 'user', name: 'somebody' } as const;
  const from = server.clock.now().getTime();
  for (let i = 0; i < 10; i += 1) await countAttempt(server.db, user, new Date(from + i * 50 * 60_000));
  expect(await countAttempt(server.db, user, new Date(from + 9 * 50 * 60_000))).toBe(1);
});

it('makes an address wait that tries many users', async () => {
  for (let i = 0; i < 60; i += 1) await enter('wrong', `user.${i}`);
  expect(await enter(DEMO_PASSWORD, 'case.reader')).toMatchObject({
    status: 429,
    errCode: 'TOO_MANY_ATTEMPTS',
  });
});

it('goes by the address that the proxy saw, whatever the client says before', async () => {
  const app = await buildApp({ ...server.deps, config: { ...server.deps.config, behindProxy: true } });
  const enterFrom = (forwarded: string) =>
    app.inject({
      method: 'POST',
      url: signIn.path,
      headers: { 'x-forwarded-for': forwarded },
      payload: { userId: 'nobody', password: 'wrong' },
    });
  await enterFrom('203.0.113.7, 198.51.100.1');
  const counted = await server.db.selectFrom('login_throttle').select('subject').orderBy('subject').execute();
  expect(counted).toEqual([{ subject: 'address:198.51.100.1' }, { subject: 'user:nobody' }]);
  await app.close();
});

it('keeps nobody out who signs in from where they did before', async () => {
  const app = await buildApp({ ...server.deps, config: { ...server.deps.config, behindProxy: true } });
  const enterFrom = async (ip: string, password: string) => {
    const payload = { userId: 'medical.reviewer', password };
    const headers = { 'x-forwarded-for': ip };
    return (await app.inject({ method: 'POST', url: signIn.path, headers, payload })).statusCode;
  };
  const [home, hotel] = ['203.0.113.10', '203.0.113.11'];
  expect(await enterFrom(home, DEMO_PASSWORD)).toBe(200);
  for (let i = 0; i < 12; i += 1) await enterFrom(`198.51.100.${i}`, 'wrong');
  expect(await enterFrom(home, DEMO_PASSWORD)).toBe(200);
  // a place where the user never was is blocked, as are further guesses
  expect(await enterFrom(hotel, DEMO_PASSWORD)).toBe(429);
  // and guesses from the known place are counted as well
  for (let i = 0; i < 10; i += 1) expect(await enterFrom(home, 'wrong')).toBe(401);
  expect(await enterFrom(home, DEMO_PASSWORD)).toBe(429);
  await app.close();
});

it('does not count good sign-ins against an address', async () => {
  for (let i = 0; i < 65; i += 1) expect((await enter(DEMO_PASSWORD)).status).toBe(200);
});
