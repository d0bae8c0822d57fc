/** An operator sees a job fail, runs one again and discards another, in the system administration. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACKNOWLEDGEMENT_SENDING } from '../../server/case-import/acknowledgement.process.ts';
import { PROCESS_DEADLINE, startProcess } from '../../server/processes/applyEvent.ts';
import { STAGE_DICTIONARY } from '../../server/dictionaries/stageByJob.ts';
import { inJobQueue, inSponsor, openDatabase, type Trx } from '../../server/storage/database.ts';
import { startEmbedded } from '../../server/storage/embedded/startEmbedded.ts';
import { faultsOf } from './faults.ts';
import { startSession, signIn, startProduct, type Product } from './product.ts';

const PROCESS = crypto.randomUUID();
const CAUSE = 'there is no chart upgraded-away';
/** A list that has the row shows it by then, also on a busy machine. */
const ROW_MS = 3_000;

let product: Product;
let page: Page;
let problems: string[];
beforeAll(async () => {
  product = await startProduct({}, giveJobs);
  ({ page, problems } = await product.open());
  await signIn(page, product.url, 'system.admin');
});
afterAll(() => product.stop());

/**
 * One that a process waits for, which fails as soon as a server runs it, and others that failed before although nothing is wrong
 * with them any more.
 */
async function giveJobs(dataDir: string): Promise<void> {
  const database = await startEmbedded(dataDir);
  const db = openDatabase(database.url);
  const at = new Date();
  await inJobQueue(db, async (trx) => {
    for (const last_error of ['the disk is full', 'full once more', 'of no use', 'the disk was full, too'])
      await trx
        .insertInto('job')
        .values({
          sponsor_key: 0,
          kind: STAGE_DICTIONARY.kind,
          payload: JSON.stringify({ releaseNo: 1 }),
          state: 'dead',
          attempts: 3,
          max_attempts: 3,
          run_at: at,
          created_at: at,
          finished_at: at,
          last_error,
        })
        .execute();
  });
  await inSponsor(db, 1, async (trx) => {
    const started = { sponsorKey: 1, processKey: PROCESS, input: {}, at };
    const { process } = await startProcess(trx, ACKNOWLEDGEMENT_SENDING, started);
    const jobKey = process.tasks['handOver'] ?? 0;
    const payload = { chart: 'upgraded-away', processKey: PROCESS, deadline: at.toISOString() };
    await trx
      .updateTable('job')
      .set({ ...PROCESS_DEADLINE, payload: JSON.stringify(payload) })
      .where('job_key', '=', jobKey)
      .execute();
    await awaits(trx, jobKey);
  });
  await db.destroy();
  await database.stop();
}

/** What the process waits for; null: nothing any more. */
const awaits = (trx: Trx, deadline_job: number | null) =>
  trx
    .updateTable('process')
    .set({ tasks: '{}', deadline: deadline_job === null ? null : new Date(), deadline_job })
    .where('process_key', '=', PROCESS)
    .execute();

const rowOf = (error: string) => page.getByRole('row').filter({ hasText: error });
const press = (name: RegExp) => page.getByRole('toolbar').getByRole('button', { name }).click();
const choose = (error: string) => rowOf(error).getByRole('checkbox').check();
const dialog = () => page.getByRole('dialog');

describe('failed jobs', () => {
  it('are listed in the words of users, with what they concern and why they failed', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'System' }).click();
    await page.getByRole('link', { name: 'Failed jobs' }).click();
    await page.waitForURL(/\/system-admin\/failed-job\/list/);
    await page.getByRole('heading', { level: 1, name: 'Failed jobs' }).waitFor();
    await rowOf(CAUSE).getByText('Deadline of a process').waitFor();
    await rowOf('the disk is full').getByText('Index a dictionary release').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  it('cannot be decided about before one is selected', async () => {
    for (const name of [/Run again/, /Discard/]) {
      const button = page.getByRole('toolbar').getByRole('button', { name });
      expect(await button.getAttribute('aria-disabled')).toBe('true');
      expect(await button.getAttribute('aria-description')).toBe('Select one or more jobs.');
    }
  });

  it('run again after a confirmation, and are gone', async () => {
    await choose('the disk is full');
    await press(/Run again/);
    await dialog().getByText('Run 1 job again?').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Run again' }).click();
    await rowOf('the disk is full').waitFor({ state: 'detached' });
    await rowOf(CAUSE).waitFor();
  });

  it('fail again as long as the cause remains', async () => {
    await choose(CAUSE);
    await press(/Run again/);
    // from then on the job is on no list until it has failed again
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await dialog().getByRole('button', { name: 'Run again' }).click();
    expect((await answered).url()).toContain('/retry');
    await expect
      .poll(async () => {
        await page.reload();
        return rowOf(CAUSE)
          .waitFor({ timeout: ROW_MS })
          .then(
            () => true,
            () => false,
          );
      })
      .toBe(true);
  });

  it('are discarded with a reason', async () => {
    await choose('full once more');
    await press(/Discard/);
    await dialog().getByRole('button', { name: 'Discard' }).click();
    await dialog().getByRole('textbox').fill('The release was loaded again');
    await dialog().getByRole('button', { name: 'Discard' }).click();
    await rowOf('full once more').waitFor({ state: 'detached' });
  });

  it('that a process waits for do not hold up the others that are discarded with them', async () => {
    expect(problems).toEqual([]);
    await choose(CAUSE);
    await choose('of no use');
    await press(/Discard/);
    await dialog().getByRole('textbox').fill('Sent by hand');
    await dialog().getByRole('button', { name: 'Discard' }).click();
    await page.getByText('1 job was left as it is: What this job was begun for waits for it').waitFor();
    await rowOf('of no use').waitFor({ state: 'detached' });
    await rowOf(CAUSE).waitFor();
    // the refusal
    expect(problems.splice(0)).toEqual([expect.stringContaining('409')]);
  });

  it('can be discarded when their process has gone on', async () => {
    await inSponsor(product.deps.db, 1, (trx) => awaits(trx, null));
    await choose(CAUSE);
    await press(/Discard/);
    await dialog().getByRole('textbox').fill('The chart was removed by the upgrade');
    await dialog().getByRole('button', { name: 'Discard' }).click();
    await rowOf(CAUSE).waitFor({ state: 'detached' });
  });

  it('that another operator has decided are counted plainly', async () => {
    const { page: second } = await product.open();
    await startSession(second, product.url, 'system.admin');
    await second.goto(`${product.url}/system-admin/failed-job/list`);
    const last = 'the disk was full, too';
    await second.getByRole('row').filter({ hasText: last }).getByRole('checkbox').check();
    await choose(last);
    await press(/Discard/);
    await dialog().getByRole('textbox').fill('Loaded again');
    await dialog().getByRole('button', { name: 'Discard' }).click();
    await page.getByText('No job has failed.').waitFor();
    await second
      .getByRole('toolbar')
      .getByRole('button', { name: /Run again/ })
      .click();
    await second.getByRole('dialog').getByRole('button', { name: 'Run again' }).click();
    await second.getByText('1 job is no longer failed: another user has already decided.').waitFor();
    await second.getByText('No job has failed.').waitFor();
    expect(problems).toEqual([]);
  });
});
