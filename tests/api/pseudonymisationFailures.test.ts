/** A pseudonymisation whose job is given up. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runNextJob } from '../../server/jobs/jobWorker.ts';
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

let world: CaseWorld;
let admin: string;
beforeAll(async () => {
  // the test runs the job
  world = await startCaseWorld({ ROLE: 'api' });
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
