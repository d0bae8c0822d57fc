/** Cases that owe the Korean authority a report. */
import { expect } from 'vitest';
import { dayAfter, dayAt } from '../../shared/dates/zonedDay.ts';
import { itemValue, type CaseWorld } from './caseWorld.ts';

/** The item of a role. */
export const roleIn = ({ server }: CaseWorld, name: string): string =>
  server.deps.catalogue.whole.roles[name] ?? '';

/** The day it is for the demo sponsor, CCYYMMDD. */
export const todayIn = ({ server }: CaseWorld): string => dayAt(server.clock.now().getTime(), 'Asia/Seoul');

/** Saves, and fails where the save is refused. */
export async function saved(world: CaseWorld, ...change: Parameters<CaseWorld['save']>): Promise<void> {
  expect(await world.save(...change)).toMatchObject({ errMsg: null, success: true });
}

/** A serious case from Korea whose newest information came in some days ago: a report is due 15 days after it. */
export async function aKoreanCase(world: CaseWorld, daysAgo: number, senderKey?: number) {
  const made = await world.aCase(senderKey);
  const role = (name: string) => roleIn(world, name);
  const came = dayAfter(todayIn(world), -daysAgo);
  await saved(world, made.caseKey, 'CI', [
    itemValue(role('typeOfReport'), [], '1'),
    itemValue(role('firstReceived'), [], came),
    itemValue(role('mostRecentInformation'), [], came),
  ]);
  await saved(
    world,
    made.caseKey,
    'AE',
    [itemValue(role('reactionCountry'), [0], 'KR'), itemValue(role('seriousOther'), [0], 'true')],
    { rowNo: 0 },
  );
  return made;
}
