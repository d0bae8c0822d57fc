/** When a version counts as finished, which figures of months and of cycle times are made of. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimCase, listMonitoredVersions, routeCase, signIn } from '../../shared/contract/index.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { dayAt } from '../../shared/dates/zonedDay.ts';
import { LATER, startCaseWorld, type CaseWorld } from './caseWorld.ts';

const DAY_MS = 86_400_000;
/** of the demo */
const REVIEWER = 4;

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

/** Sessions end in the meantime. */
async function daysLater(days: number): Promise<string> {
  world.server.clock.advance(days * DAY_MS);
  const body = { userId: 'sponsor.admin', password: DEMO_PASSWORD };
  return (await world.server.call(signIn, { body })).data.token;
}

/** Of the list behind the figure of finished versions; null: the version is not among them. */
async function finishedCells(caseNo: string, token: string) {
  const month = dayAt(world.server.clock.now().getTime(), 'Asia/Seoul').slice(0, 6);
  const period = { from: `${Number(month.slice(0, 4)) - 2}01`, to: month };
  const query = { page: 'MONTH', panel: 'outflow', measure: 'versions', ...period, keyword: caseNo };
  const { data } = await world.server.call(listMonitoredVersions, {
    params: { sponsorKey: 1 },
    query,
    token,
  });
  const row = data.listInfo.find(({ cells }) => cells['caseNo'] === caseNo);
  return row ? { finished: row.cells['finished'], days: row.cells['cycleDays'] } : null;
}

it('is finished on the day of its review, whatever is done with it later, until it is open again', async () => {
  const { caseKey, caseNo } = await world.aCase();
  const status = (statusId: string, to: string, token: string) => world.status(caseKey, statusId, to, token);
  let token = await daysLater(2);
  expect(await finishedCells(caseNo, token)).toBeNull();
  await status('REVIEW', 'Y', token);
  const reviewed = await finishedCells(caseNo, token);
  expect(reviewed).toMatchObject({ days: '2' });

  token = await daysLater(40);
  const workflowInfo = { workflowKey: 'REVIEW', stays: false, roleId: REVIEWER, userKey: null };
  const body = { workflowInfo, comments: 'For the file', retrievedAt: LATER };
  const routed = await world.server.call(routeCase, { params: { caseKey }, body, token });
  expect(routed.errMsg).toBeNull();
  expect(await finishedCells(caseNo, token)).toEqual(reviewed);

  const reviewer = await world.server.token('medical.reviewer');
  const claim = { params: { caseKey }, body: { retrievedAt: LATER }, token: reviewer };
  expect((await world.server.call(claimCase, claim)).errMsg).toBeNull();
  await status('DELETE', 'Y', token);
  await status('DELETE', 'N', token);
  await status('LOCK', 'Y', token);
  expect(await finishedCells(caseNo, token)).toEqual(reviewed);

  await status('LOCK', 'N', token);
  await status('REVIEW', 'N', token);
  expect(await finishedCells(caseNo, token)).toBeNull();
  token = await daysLater(3);
  await status('LOCK', 'Y', token);
  const again = await finishedCells(caseNo, token);
  expect(again).toMatchObject({ days: '45' });
});
