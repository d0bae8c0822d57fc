/** A start that is cut off while it makes the demo: the next one continues it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Deps } from '../../server/deps.ts';
import { seedDemoCases } from '../../server/seed/demoCases.ts';
import { seedDemo } from '../../server/seed/seedDemo.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { startTestServer, type TestServer } from './harness.ts';

let whole: TestServer;
let server: TestServer;
beforeAll(async () => {
  whole = await startTestServer({ env: { ROLE: 'api' } });
  server = await startTestServer({ env: { ROLE: 'api', CASEWRIGHT_DEMO: '0' } });
});
afterAll(() => Promise.all([whole.stop(), server.stop()]));

/** Dependencies of a process that ends at the so manieth thing that gets an id. */
function endingAt(deps: Deps, at: number): Deps {
  let ids = 0;
  const newUuid = () => {
    ids += 1;
    if (ids >= at) throw new Error('the process was killed');
    return deps.newUuid();
  };
  return { ...deps, newUuid };
}

/** What there is of the demo. */
const factsOf = ({ deps }: TestServer) =>
  inSponsor(deps.db, 1, async (trx) => {
    const rowsOf = async (table: 'pv_case' | 'submission_message' | 'email_log' | 'notice' | 'study_link') =>
      (await trx.selectFrom(table).select('sponsor_key').execute()).length;
    const settings = await trx.selectFrom('sponsor_setting').select('name').orderBy('name').execute();
    const batches = await trx.selectFrom('submission_batch').select('state').execute();
    return {
      cases: await rowsOf('pv_case'),
      messages: await rowsOf('submission_message'),
      mails: await rowsOf('email_log'),
      notices: await rowsOf('notice'),
      studies: await rowsOf('study_link'),
      settings: settings.map(({ name }) => name),
      unfinished: batches.filter(({ state }) => !['acknowledged', 'rejected', 'checkFailed'].includes(state)),
    };
  });

it('is whole in the end, wherever the starts before were cut off, and stays as it is then', async () => {
  const { deps } = server;
  // among the cases, which are made all or none
  await expect(seedDemo(endingAt(deps, 60))).rejects.toThrow('killed');
  expect(await factsOf(server)).toMatchObject({ cases: 0, messages: 0 });
  await seedDemoCases(deps);
  for (const at of [1, 2, 3, 4, 5, 6, 7, 9, 12])
    await seedDemo(endingAt(deps, at)).catch((error: unknown) => expect(String(error)).toContain('killed'));
  await seedDemo(deps);
  const made = await factsOf(server);
  expect(made).toEqual(await factsOf(whole));
  expect(made).toMatchObject({ unfinished: [], mails: 2 });
  await seedDemo(deps);
  expect(await factsOf(server)).toEqual(made);
});
