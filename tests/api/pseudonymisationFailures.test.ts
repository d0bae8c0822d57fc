/** A pseudonymisation whose job is given up. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runNextJob } from '../../server/jobs/jobWorker.ts';
import { PSEUDONYMISED } from '../../server/retention/retentionRule.store.ts';
import { pseudonymiser } from '../../server/retention/pseudonymise.ts';
import { putSetting, settingOf } from '../../server/sponsor-settings/sponsorSettings.ts';
import {
  readDeadLetters,
  readPseudonymisations,
  retryDeadLetter,
  signIn,
  startPseudonymisation,
} from '../../shared/contract/index.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { SIGNATURE, startCaseWorld, type CaseWorld } from './caseWorld.ts';

const YEAR_MS = 366 * 86_400_000;
const SPONSOR = 1;
/** What a handler does not look at. */
const A_JOB = {
  kind: 'pseudonymise',
  attempt: 1,
  maxAttempts: 8,
  createdBy: null,
  requestId: null,
  traceParent: null,
  everyMs: null,
};

let world: CaseWorld;
let admin: string;
/** made while their editor is signed in */
let caseKeys: number[];
beforeAll(async () => {
  // the test runs the job
  world = await startCaseWorld({ ROLE: 'api' });
  caseKeys = [(await world.aCase()).caseKey, (await world.aCase()).caseKey];
  await world.query(async (trx) => {
    const { value } = await settingOf(trx, SPONSOR, 'retention');
    const rule = { ...value, cases: 'all' as const, years: 1, release: 'any' as const };
    const at = world.server.clock.now();
    await putSetting(trx, { sponsorKey: SPONSOR, name: 'retention', value: rule, at, userId: 'another' });
  });
});
afterAll(() => world.server.stop());

async function signedIn(userId: string): Promise<string> {
  const { data } = await world.server.call(signIn, { body: { userId, password: DEMO_PASSWORD } });
  return data.token;
}

const newest = async () => {
  const { data } = await world.server.call(readPseudonymisations, { token: admin });
  return data.runs[0];
};

it('has failed, and goes on where an operator tries it again', async () => {
  const { server } = world;
  const { caseKey } = await world.aCase();
  server.clock.advance(2 * YEAR_MS);
  admin = await signedIn('sponsor.admin');
  const body = { caseKeys: [caseKey], reason: 'Period over', signature: SIGNATURE };
  expect(await server.call(startPseudonymisation, { body, token: admin })).toMatchObject({ status: 200 });
  const deps = { ...server.deps, log: { error: () => {}, warn: () => {}, info: () => {} } };
  const of = () => Promise.reject(new Error('its schema files do not compile'));
  const failing = pseudonymiser({ ...deps, catalogues: { of } });
  for (let tried = true; tried; server.clock.advance(3_600_000)) tried = await runNextJob(deps, failing);
  admin = await signedIn('sponsor.admin');
  expect(await newest()).toMatchObject({ state: 'failed', done: 0, total: 1 });

  const operator = await signedIn('system.admin');
  const { jobs } = (await server.call(readDeadLetters, { token: operator })).data;
  const jobKey = jobs.find(({ kind }) => kind === 'pseudonymise')?.jobKey;
  expect(await server.call(retryDeadLetter, { params: { jobKey }, token: operator })).toMatchObject({
    status: 200,
  });
  expect(await runNextJob(deps, pseudonymiser(server.deps))).toBe(true);
  expect(await newest()).toMatchObject({ state: 'done', done: 1, total: 1, refused: [] });
});

it('does no case twice where a process wakes up after another one had its job', async () => {
  const { server } = world;
  admin = await signedIn('sponsor.admin');
  const body = { caseKeys, reason: 'Period over', signature: SIGNATURE };
  expect(await server.call(startPseudonymisation, { body, token: admin })).toMatchObject({ status: 200 });
  const job = await world.query((trx) =>
    trx
      .selectFrom('job')
      .select(['job_key as jobKey', 'sponsor_key as sponsorKey', 'payload'])
      .where('kind', '=', 'pseudonymise')
      .where('state', '=', 'ready')
      .executeTakeFirstOrThrow(),
  );
  const pseudonymise = (catalogues = server.deps.catalogues) =>
    pseudonymiser({ ...server.deps, catalogues }).run(
      { ...job, payload: job.payload as { runKey: number }, ...A_JOB },
      { signal: new AbortController().signal, progress: () => {} },
    );
  // the first one has read how far the run is, and sleeps; the second one does all of it
  const asleep = Promise.withResolvers<void>();
  const hasRead = Promise.withResolvers<void>();
  const slow = pseudonymise({
    ...server.deps.catalogues,
    of: async (...version) => {
      hasRead.resolve();
      await asleep.promise;
      return server.deps.catalogues.of(...version);
    },
  });
  await hasRead.promise;
  await pseudonymise();
  asleep.resolve();
  await slow;
  expect(await newest()).toMatchObject({ done: 2, total: 2 });
  const entries = await world.query((trx) =>
    trx
      .selectFrom('audit_entry')
      .select('scope_key')
      .where('scope_key', 'in', caseKeys)
      .where('item_id', '=', PSEUDONYMISED)
      .execute(),
  );
  expect(entries).toHaveLength(2);
});
