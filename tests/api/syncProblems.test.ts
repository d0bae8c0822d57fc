/** Events whose values cannot be mapped: what is shown of them, to whom, and what ends it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertRole } from '../../server/accounts/tenants.store.ts';
import { PRIVILEGES } from '../../shared/access/privileges.ts';
import {
  findSyncEvents,
  listSyncEvents,
  listSyncStudies,
  readSyncRun,
  retrieveSyncItems,
} from '../../shared/contract/index.ts';
import { readCaseContent } from '../../server/cases/record/readCase.store.ts';
import { setItemRights } from './setItemRights.ts';
import { demography, eventRow, startSyncWorld, type SyncWorld } from './syncWorld.ts';

let world: SyncWorld;
/** token of a user who does not see outcomes */
let hidesOutcomes: string;
beforeAll(async () => {
  world = await startSyncWorld();
  const roleId = 89;
  await world.query((trx) => insertRole(trx, 1, { roleId, name: 'Hides outcomes', privileges: PRIVILEGES }));
  hidesOutcomes = await world.limitedUser('sync.outcome', {}, roleId);
  const rights = [{ itemId: world.role('reactionOutcome'), right: 'hidden' as const }];
  await setItemRights(world.server, { token: world.admin, roleId, rights });
});
afterAll(() => world.server.stop());

let subjects = 7000;

it('names no text of the source whose item is hidden from the reader', async () => {
  const subject = String((subjects += 1));
  await world.read([eventRow('a', 1, { term: 'Rash', outcome: 'SLEEPING' }, subject)]);
  await world.find();
  const itemId = world.role('reactionOutcome');
  const { runKey } = await world.sync(['Rash'], { subject });
  const params = { sponsorKey: 1, studyKey: world.study.studyKey };
  const seenBy = async (reader: string) => {
    const subjectKey = await world.subjectNo(subject);
    const items = await world.server.call(retrieveSyncItems, {
      params: { ...params, subjectKey },
      query: {},
      token: reader,
    });
    const run = await world.server.call(readSyncRun, { params: { ...params, runKey }, token: reader });
    return [items.data.listInfo[0]?.PROBLEM, run.data.events[0]?.problem];
  };
  const problem = { kind: 'unmapped', rule: { itemId } };
  expect(await seenBy(world.admin)).toMatchObject([
    { ...problem, sourceText: 'SLEEPING' },
    { ...problem, sourceText: 'SLEEPING' },
  ]);
  expect(await seenBy(hidesOutcomes)).toMatchObject([
    { ...problem, sourceText: null },
    { ...problem, sourceText: null },
  ]);
});

it('that became less serious makes its version a downgrade, whichever event is selected, and once it can be mapped', async () => {
  const subject = String((subjects += 1));
  const rash = (outcome: string) => eventRow('a', 1, { term: 'Rash', outcome }, subject);
  const fever = (serious: 'Y' | 'N', outcome: string) =>
    eventRow('b', 2, { term: 'Fever', serious, outcome }, subject);
  const find = async (...rows: ReturnType<typeof rash>[]) => {
    await world.read([...rows, demography({ SEX: 'F' }, subject)]);
    await world.find();
  };
  const kindOf = async (term: string) => (await world.dryRun([term], { subject })).data.kind;
  await find(rash('RECOVERING'), fever('Y', 'RECOVERING'));
  await world.sync(['Fever', 'Rash'], { subject });
  await find(rash('RECOVERED'), fever('N', 'RECOVERING'));
  expect(await kindOf('Rash')).toBe('downgrade');
  // the version keeps what the case says of the fever
  await find(rash('RECOVERED'), fever('N', 'SLEEPING'));
  expect(await kindOf('Rash')).toBe('followUp');
  await world.sync(['Rash'], { subject });
  await find(rash('RECOVERED'), fever('N', 'RECOVERED'));
  expect(await kindOf('Fever')).toBe('downgrade');
  expect(await world.sync(['Fever'], { subject })).toMatchObject({ kind: 'downgrade' });
});

describe('an event that cannot be mapped', () => {
  const [sleeping, healed] = [{ SLEEPING: '3' }, {}];
  const mapSleeping = (more: Record<string, string>) =>
    world.changeRules((rules) => ({
      ...rules,
      rules: rules.rules.map((one) =>
        one.itemId === world.role('reactionOutcome') && one.transform.kind === 'map'
          ? {
              ...one,
              transform: { kind: 'map', values: { RECOVERED: '1', RECOVERING: '2', FATAL: '5', ...more } },
            }
          : one,
      ),
    }));
  const findAll = () =>
    world.server.call(findSyncEvents, {
      params: { sponsorKey: 1, studyKey: world.study.studyKey },
      token: world.admin,
    });
  const outcomeIn = (caseKey: number | null) =>
    world.query(async (trx) => {
      const { values } = await readCaseContent(trx, 1, caseKey ?? 0);
      return values.find(({ itemId }) => itemId === world.role('reactionOutcome'))?.value;
    });
  const eventsOf = async (subject: string) =>
    (await world.items(subject)).map(({ AETERM, SYNC, PROBLEM }) => [
      AETERM,
      SYNC,
      PROBLEM?.sourceText ?? PROBLEM,
    ]);

  it('is new again as soon as the rules map it, and has the problem of today until then', async () => {
    const subject = String((subjects += 1));
    await world.read([eventRow('a', 1, { term: 'Rash', outcome: 'SLEEPING' }, subject)]);
    await world.find();
    await world.sync(['Rash'], { subject });
    await world.read([eventRow('a', 1, { term: 'Rash', outcome: 'DREAMING' }, subject)]);
    await world.find();
    expect(await eventsOf(subject)).toEqual([['Rash', 'failed', 'DREAMING']]);
    await mapSleeping({ DREAMING: '3' });
    await findAll();
    expect(await eventsOf(subject)).toEqual([['Rash', 'new', null]]);
    await mapSleeping(healed);
  });

  it('fails where it is in a case, whose value stays, and is synchronised when it is mapped', async () => {
    const subject = String((subjects += 1));
    const rows = (outcome: string) => [
      eventRow('a', 1, { term: 'Rash', outcome }, subject),
      eventRow('b', 2, { term: 'Fever' }, subject),
    ];
    await world.read(rows('RECOVERING'));
    await world.find();
    const first = await world.sync(['Rash'], { subject });
    await world.read(rows('SLEEPING'));
    expect(await world.find()).toMatchObject({ changed: 1 });
    const failed = ['Rash', 'failed', 'SLEEPING'];
    expect(await eventsOf(subject)).toEqual([failed, ['Fever', 'new', null]]);
    // another event of the case does not hide it
    const second = await world.sync(['Fever'], { subject, target: first.caseKey });
    expect(second).toMatchObject({ kind: 'followUp', caseNo: first.caseNo });
    expect(await eventsOf(subject)).toEqual([failed, ['Fever', 'yes', null]]);
    expect(await outcomeIn(second.caseKey)).toBe('2');
    await mapSleeping(sleeping);
    await findAll();
    expect(await eventsOf(subject)).toEqual([
      ['Rash', 'changed', null],
      ['Fever', 'yes', null],
    ]);
    expect(await world.sync(['Rash'], { subject })).toMatchObject({ kind: 'followUp' });
    await mapSleeping(healed);
  });

  it('is the first of the case where the value is in another row, which stays, too', async () => {
    const subject = String((subjects += 1));
    const rows = (sex: string) => [
      eventRow('a', 1, { term: 'Rash' }, subject),
      eventRow('b', 2, { term: 'Fever' }, subject),
      demography({ SEX: sex }, subject),
    ];
    await world.read(rows('M'));
    await world.find();
    await world.sync(['Rash', 'Fever'], { subject });
    await world.read(rows('MALE'));
    await world.find();
    expect(await eventsOf(subject)).toEqual([
      ['Rash', 'failed', 'MALE'],
      ['Fever', 'yes', null],
    ]);
    const { data } = await world.dryRun(['Rash'], { subject });
    expect(data.values.filter(({ outcome }) => outcome === 'set')).toEqual([]);
    expect((await world.sync(['Rash'], { subject })).events).toMatchObject([
      { outcome: 'failed', problem: { sourceText: 'MALE' } },
    ]);
    await world.read(rows('F'));
    await world.find();
    expect(await eventsOf(subject)).toEqual([
      ['Rash', 'changed', null],
      ['Fever', 'yes', null],
    ]);
  });

  it('is counted with its study and listed with item and text, the text where the reader sees the item', async () => {
    const subject = String((subjects += 1));
    await world.read([
      eventRow('a', 1, { term: 'Rash', outcome: 'SLEEPING' }, subject),
      eventRow('b', 2, { term: 'Fever' }, subject),
    ]);
    await world.find();
    await world.sync(['Rash'], { subject });
    const params = { sponsorKey: 1, studyKey: world.study.studyKey };
    const listOf = async (query: object, token = world.admin) =>
      (await world.server.call(listSyncEvents, { params, query: { rowCount: 100, ...query }, token })).data;
    const { data } = await world.server.call(listSyncStudies, { params, token: world.admin });
    const { cells } = data.listInfo.find(({ rowKey }) => rowKey === String(params.studyKey)) ?? {};
    const states = ['eventsNew', 'eventsChanged', 'eventsFailed'].map((name) => cells?.[name]);
    const rows = (await listOf({})).listInfo.map(({ codes }) => codes?.['state']?.[0]);
    const count = (state: string) => String(rows.filter((one) => one === state).length);
    expect(states).toEqual([count('new'), count('changed'), count('failed')]);
    expect(Number(count('failed'))).toBeGreaterThan(0);
    const itemId = world.role('reactionOutcome');
    const ofSubject = { view: -2, keyword: `s-${subject}` };
    const [failed] = (await listOf(ofSubject)).listInfo;
    expect(failed).toMatchObject({
      cells: { aeTerm: 'Rash', problemText: 'SLEEPING' },
      codes: { problem: ['unmapped'], problemItem: [itemId] },
    });
    const blind = (await listOf(ofSubject, hidesOutcomes)).listInfo;
    expect(blind.map(({ codes }) => codes?.['problemItem'])).toContainEqual([itemId]);
    expect(blind.filter(({ cells: of }) => of['problemText'] !== undefined)).toEqual([]);
  });
});
