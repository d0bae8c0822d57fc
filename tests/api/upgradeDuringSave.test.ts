/** The switch to another version of a dictionary (decision 0304) while a user codes a term of the same case. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  approveUpgradeTexts,
  beginUpgrade,
  decideUpgradeTexts,
  listUpgradeTexts,
  readUpgrade,
  scheduleUpgrade,
} from '../../shared/contract/index.ts';
import { itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { entry, releasesIn } from './dictionaryReleases.ts';
import { eventually, whileHeldUp } from './harness.ts';

const [OLD, NEW] = ['90.0', '90.1'];
const [CODE, VERSION, TEXT] = ['E.i.2.1b', 'E.i.2.1a', 'E.i.1.2'];
let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
  const { bring, stage } = releasesIn(() => world.server);
  const same = entry('90000001', 'Headache');
  await bring('MEDDRA', OLD, [same, entry('90000002', 'Falling out')]);
  await stage('MEDDRA', NEW, [
    same,
    entry('90000002', 'Falling out', { current: false }),
    entry('90000012', 'Dropping out'),
  ]);
});
afterAll(() => world.server.stop());

const begun = async (): Promise<{ upgradeKey: number }> => {
  const body = { dictionary: 'MEDDRA', to: NEW, reason: 'Version of March' };
  const { data } = await world.server.call(beginUpgrade, { body, token: world.second });
  return { upgradeKey: data.upgradeKey };
};
const stateOf = async (params: { upgradeKey: number }) =>
  (await world.server.call(readUpgrade, { params, token: world.second })).data.state;

/** Decides that all texts get the code, and approves it. */
async function recode(params: { upgradeKey: number }, newCode: string): Promise<void> {
  const query = { rowCount: 100 };
  const { data } = await world.server.call(listUpgradeTexts, { params, query, token: world.editor });
  const textKeys = data.listInfo.map((row) => Number(row.rowKey));
  const body = { textKeys, decision: 'recode' as const, newCode };
  await world.server.call(decideUpgradeTexts, { params, body, token: world.editor });
  await world.server.call(approveUpgradeTexts, {
    params,
    body: { texts: textKeys.map((textKey) => ({ textKey, newCode })) },
    token: world.second,
  });
}

/** A transaction waits for a row that another one has changed. */
const rowIsWaitedFor = () =>
  eventually(async () => {
    const { rows } = await sql`
      select pid from pg_locks where not granted and locktype in ('transactionid', 'tuple')`.execute(
      world.server.db,
    );
    expect(rows).not.toEqual([]);
  });

it('leaves the code that a save in progress gives the term, and changes its version', async () => {
  const { caseKey } = await world.aCase();
  const coded = [itemValue(TEXT, [0], 'dropping out'), itemValue(CODE, [0], '90000002')];
  const added = await world.save(caseKey, 'AE', [...coded, itemValue(VERSION, [0], OLD)], { rowNo: 0 });
  expect(added.errMsg ?? '').toBe('');
  const params = await begun();
  await eventually(async () => expect(await stateOf(params)).toBe('open'));
  await recode(params, '90000012');
  await world.server.db
    .updateTable('dictionary_release')
    .set({ state: 'retired' })
    .where('version', '=', NEW)
    .execute();
  const corrected = [itemValue(TEXT, [1], 'Headache'), itemValue(CODE, [1], '90000001')];
  const save = await whileHeldUp(
    world.server,
    'case_page_row in exclusive mode',
    () => world.save(caseKey, 'AE', corrected, { rowNo: 1 }),
    async () => {
      const body = { day: null, versionAll: true };
      const { status } = await world.server.call(scheduleUpgrade, { params, body, token: world.second });
      expect(status).toBe(200);
      await rowIsWaitedFor();
    },
  );
  expect(save.errMsg ?? '').toBe('');
  await eventually(async () => expect(await stateOf(params)).toBe('switched'));
  const { data } = await world.row(caseKey, 'AE', 1);
  const values = [TEXT, CODE, VERSION].map((id) => data.values.find(({ itemId }) => itemId === id)?.value);
  expect(values).toEqual(['Headache', '90000001', NEW]);
});
