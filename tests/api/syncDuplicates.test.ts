/** Events whose report is a case already that no event belongs to. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resetSync } from '../../shared/contract/index.ts';
import { eventRow, startSyncWorld, subjectRule, type SyncWorld } from './syncWorld.ts';

let world: SyncWorld;
beforeAll(async () => {
  world = await startSyncWorld();
  const number = subjectRule(world.role('investigationNumber'));
  await world.changeRules((rules) => ({ ...rules, rules: [...rules.rules, number] }));
});
afterAll(() => world.server.stop());

async function resetOf(subject: string, term: string): Promise<void> {
  const event = (await world.items(subject)).find(({ AETERM }) => AETERM === term);
  const { data } = await world.server.call(resetSync, {
    params: { sponsorKey: 1, studyKey: world.study.studyKey },
    body: { EVENT_KEYS: [event?.EVENT_KEY ?? 0], REASON: 'Wrong case' },
    token: world.admin,
  });
  expect(data).toEqual({ reset: 1 });
}

it('are shown beside a new case, with what agrees, and are no reason to refuse it', async () => {
  const subject = '8001';
  await world.read([
    eventRow('a', 1, { term: 'Syncope', serious: 'Y', start: '2026-05-04' }, subject),
    eventRow('b', 2, { term: 'Rash', serious: 'Y', start: '2026-05-20' }, subject),
  ]);
  await world.find();
  expect((await world.dryRun(['Syncope'], { subject })).data).toMatchObject({ kind: 'new', duplicates: [] });
  const { caseNo, caseKey } = await world.sync(['Syncope'], { subject });
  // of the event's own subject: which case it belongs to is asked
  const another = await world.dryRun(['Rash'], { subject, target: null });
  expect(another.data).toMatchObject({ kind: 'new', candidates: [{ caseNo }], duplicates: [] });
  await resetOf(subject, 'Syncope');
  const { data } = await world.dryRun(['Syncope'], { subject });
  expect(data).toMatchObject({ kind: 'new', duplicates: [{ caseNo, caseKey, versionNo: 1 }] });
  expect(data.duplicates[0]?.agreeing).toEqual(
    expect.arrayContaining(['Subject or record number', 'Reaction']),
  );
  expect((await world.sync(['Syncope'], { subject })).kind).toBe('new');
});
