/** What becomes of a synchronised event later: its case is withdrawn, or what it was made of is corrected. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NULLIFICATION } from '../../shared/case/nullification.ts';
import {
  createFollowUp,
  decideReconciliation,
  decideRemovedEvent,
  listReconciliation,
  readSyncLog,
} from '../../shared/contract/index.ts';
import { readCaseContent } from '../../server/cases/record/readCase.store.ts';
import { runDueJobs } from '../../server/jobs/jobWorker.ts';
import { pseudonymiseCase } from '../../server/retention/pseudonymiseCase.ts';
import { putSetting, settingOf } from '../../server/sponsor-settings/sponsorSettings.ts';
import { putSubjects } from '../../server/study-data/studyData.store.ts';
import { eventFinder } from '../../server/sync/findJob.ts';
import type { MappingRule } from '../../shared/sync/mappingRule.ts';
import { asSuperuser, itemValue } from './caseWorld.ts';
import { untilWaitedFor } from './harness.ts';
import { demography, eventRow, startSyncWorld, subjectRule, type SyncWorld } from './syncWorld.ts';

let world: SyncWorld;
beforeAll(async () => {
  world = await startSyncWorld();
});
afterAll(() => world.server.stop());

const MINUTE = 60_000;
/** A subject of its own for each test: they share a server. */
let subjects = 7000;
const newSubject = () => String((subjects += 1));
const inStudy = () => ({ sponsorKey: 1, studyKey: world.study.studyKey });
const stateOf = async (subject: string) =>
  Object.fromEntries((await world.items(subject)).map(({ AETERM, SYNC }) => [AETERM, SYNC]));
const itemOf = async (subject: string, term: string) => {
  const found = (await world.items(subject)).find(({ AETERM }) => AETERM === term);
  if (!found) throw new Error(term);
  return found;
};
const caseOf = (caseKey: number | null) => {
  if (caseKey === null) throw new Error('no case was written');
  return caseKey;
};
/** What the reconciliation lists. */
const differencesOf = async (keyword: string) =>
  (
    await world.server.call(listReconciliation, {
      params: inStudy(),
      query: { keyword, rowCount: 100 },
      token: world.admin,
    })
  ).data.listInfo;
const kindsOf = async (keyword: string) =>
  (await differencesOf(keyword)).flatMap(({ codes }) => codes['kind'] ?? []);
/** The source is read later, and searched. */
const readLater = async (rows: Parameters<SyncWorld['read']>[0]) => {
  world.server.clock.advance(MINUTE);
  await world.read(rows);
  return world.findChanged();
};

describe('an event whose case was nullified, since the source removed it', () => {
  const synchronise = async (subject: string) => {
    const other = eventRow('c', 3, { term: 'Cough' }, subject);
    const rows = [
      eventRow('a', 1, { term: 'Fever', serious: 'Y' }, subject),
      eventRow('b', 2, { term: 'Rash', serious: 'Y' }, subject),
    ];
    await readLater([...rows, other]);
    const { caseKey } = await world.sync(['Fever', 'Rash'], { subject });
    await readLater([other]);
    expect(await stateOf(subject)).toEqual({ Fever: 'removed', Rash: 'removed', Cough: 'new' });
    return { rows, other, caseKey: caseOf(caseKey) };
  };
  const nullify = async (subject: string) => {
    const { EVENT_KEY } = await itemOf(subject, 'Fever');
    const { data, errMsg } = await world.server.call(decideRemovedEvent, {
      params: { ...inStudy(), eventKey: EVENT_KEY },
      body: { decision: 'nullify', REASON: 'Entered for another subject' },
      token: world.admin,
    });
    expect(errMsg).toBeNull();
    return caseOf(data.caseKey);
  };

  it('is in no case, like the others that were removed from it, and says why', async () => {
    const subject = newSubject();
    await synchronise(subject);
    const caseNo = (await itemOf(subject, 'Rash')).CASE_NO;
    await nullify(subject);
    for (const term of ['Fever', 'Rash']) {
      const { EVENT_KEY, ...event } = await itemOf(subject, term);
      expect(event).toMatchObject({ SYNC: 'removed', CASE_NO: null, REMARK: 'Entered for another subject' });
      const { data } = await world.server.call(readSyncLog, {
        params: { ...inStudy(), eventKey: EVENT_KEY },
        token: world.admin,
      });
      expect(data.listInfo[0]).toMatchObject({ action: 'nullify', caseNo });
    }
    expect(await differencesOf(`s-${subject}`)).toEqual([]);
  });

  it('is new where the source has it again, and becomes another case', async () => {
    const subject = newSubject();
    const { rows, other, caseKey } = await synchronise(subject);
    await nullify(subject);
    await readLater([...rows, other]);
    expect(await stateOf(subject)).toEqual({ Fever: 'new', Rash: 'new', Cough: 'new' });
    expect(await kindsOf(`s-${subject}`)).toEqual(['noCase', 'noCase']);
    const again = await world.sync(['Fever', 'Rash'], { subject });
    expect(again.kind).toBe('new');
    expect(again.caseKey).not.toBe(caseKey);
    expect(await kindsOf(`s-${subject}`)).toEqual([]);
  });
});

const nullified = (caseKey: number) =>
  world.server.call(createFollowUp, {
    params: { caseKey },
    body: { reason: '', nullification: { code: NULLIFICATION, reason: 'A duplicate' } },
    token: world.editor,
  });

it('asks for no event of a case that was nullified', async () => {
  const { name } = await world.query((trx) =>
    trx
      .selectFrom('record')
      .select('name')
      .where('kind', '=', 'study')
      .where('record_key', '=', world.study.studyKey)
      .executeTakeFirstOrThrow(),
  );
  const { caseKey, caseNo } = await world.aCase();
  await world.save(caseKey, 'SI', [itemValue(world.role('sponsorStudyNumber'), [], name)]);
  expect(await kindsOf(caseNo)).toEqual(['noEvent']);
  expect((await nullified(caseKey)).errMsg).toBeNull();
  expect(await kindsOf(caseNo)).toEqual([]);
});

describe('a serious event', () => {
  it('is one without a case where its case was deleted or nullified', async () => {
    for (const withdraw of [(caseKey: number) => world.status(caseKey, 'DELETE', 'Y'), nullified]) {
      const subject = newSubject();
      await readLater([eventRow('a', 1, { term: 'Syncope', serious: 'Y' }, subject)]);
      const { caseKey } = await world.sync(['Syncope'], { subject });
      expect(await kindsOf(`s-${subject}`)).toEqual([]);
      expect((await withdraw(caseOf(caseKey))).errMsg).toBeNull();
      await world.find();
      expect(await stateOf(subject)).toEqual({ Syncope: 'yes' });
      expect(await kindsOf(`s-${subject}`)).toEqual(['noCase']);
    }
  });
});

describe('the number of an event', () => {
  const numbersOf = async (subject: string) =>
    (await world.items(subject)).map(({ AESEQ, AETERM, SYNC }) => [AESEQ, AETERM, SYNC]);

  it('stays that of the source where it gives that of a removed event again', async () => {
    const subject = newSubject();
    const fever = eventRow('b', 2, { term: 'Fever' }, subject);
    await readLater([eventRow('a', 1, { term: 'Rash' }, subject), fever]);
    await readLater([eventRow('c', 1, { term: 'Skin rash' }, subject), fever]);
    expect(await numbersOf(subject)).toEqual([
      [1, 'Rash', 'removed'],
      [1, 'Skin rash', 'new'],
      [2, 'Fever', 'new'],
    ]);
  });

  it('is its place among all of them where the source counts by visit', async () => {
    const subject = newSubject();
    const ofVisit = (eventOid: string, record: string, term: string) => ({
      ...eventRow(record, 1, { term }, subject),
      eventOid,
    });
    const fever = ofVisit('Z', 'b', 'Fever');
    await readLater([ofVisit('LOG', 'a', 'Rash'), fever]);
    await readLater([ofVisit('A', 'c', 'Cough'), fever]);
    expect(await numbersOf(subject)).toEqual([
      [1, 'Cough', 'new'],
      [2, 'Rash', 'removed'],
      [3, 'Fever', 'new'],
    ]);
  });
});

it('an event is changed, once, where the source corrected the number of its subject', async () => {
  const subject = newSubject();
  const number = subjectRule(world.role('investigationNumber'));
  await world.changeRules((rules) => ({ ...rules, rules: [...rules.rules, number] }));
  const rows = [eventRow('a', 1, { term: 'Rash', serious: 'Y' }, subject)];
  await readLater(rows);
  await world.sync(['Rash'], { subject });
  expect(await readLater(rows)).toMatchObject({ changed: 0 });
  const corrected = {
    subjectKey: subject,
    label: 'R-0042',
    siteOid: '01',
    siteName: 'Hanbit',
    country: 'KR',
  };
  world.server.clock.advance(MINUTE);
  await world.query((trx) => putSubjects(trx, world.study, [corrected], world.server.clock.now()));
  expect(await world.findChanged()).toMatchObject({ changed: 1 });
  expect(await stateOf(subject)).toEqual({ Rash: 'changed' });
  expect(await world.findChanged()).toMatchObject({ changed: 0 });
});

describe('a case that was pseudonymised', () => {
  const INITIALS = 'QZX';
  /** Its period is over in forty years. */
  const pseudonymise = (rootCaseKey: number) =>
    world.query(async (trx) => {
      const { value } = await settingOf(trx, 1, 'retention');
      const at = new Date(world.server.clock.now().getTime() + 40 * 366 * 24 * 60 * MINUTE);
      await putSetting(trx, {
        sponsorKey: 1,
        name: 'retention',
        value: { ...value, cases: 'all', years: 10 },
        at,
        userId: 'Test',
      });
      return pseudonymiseCase(trx, world.server.deps, {
        sponsorKey: 1,
        rootCaseKey,
        at,
        user: { userKey: null, userId: 'test', userName: 'Test' },
        reason: 'The period is over',
        requestId: '',
        meaning: 'approval',
      });
    });
  const storedOf = (rootCaseKey: number) =>
    world.query(async (trx) =>
      JSON.stringify([
        await trx.selectFrom('sync_value').selectAll().where('root_case_key', '=', rootCaseKey).execute(),
        await trx
          .selectFrom('sync_difference')
          .selectAll()
          .where('root_case_key', '=', rootCaseKey)
          .execute(),
      ]),
    );

  /** A hash without a key: who has it tries initials until one fits. */
  const HASH = /:[0-9a-f]{32}$/;
  const decidedOf = async (rootCaseKey: number) => {
    const decisions = await world.query((trx) =>
      trx
        .selectFrom('sync_decision')
        .select('subject')
        .where('subject', 'like', `v:${rootCaseKey}:%`)
        .execute(),
    );
    return decisions.map(({ subject }) => subject);
  };
  /** What the migration updates, of a decision as a former release left it. */
  const migrateAgain = (name: string, rootCaseKey: number) =>
    asSuperuser(world, async (trx) => {
      await trx
        .updateTable('sync_decision')
        .set({ subject: sql<string>`subject || md5('QZX')` })
        .where('subject', 'like', `v:${rootCaseKey}:%`)
        .execute();
      const text = readFileSync(join(import.meta.dirname, '../../server/storage/migrations', name), 'utf8');
      const update = /^update sync_decision[^;]+;/m.exec(text)?.[0] ?? '';
      await sql.raw(update).execute(trx);
    });

  it('has no personal value in what was synchronised, nor is one compared or synchronised again', async () => {
    const subject = newSubject();
    await world.changeRules((rules) => ({
      ...rules,
      rules: [
        ...rules.rules,
        ...rules.rules
          .filter(({ itemId }) => itemId === world.role('sex'))
          .map((rule) => ({
            ...rule,
            itemId: world.role('patientInitials'),
            source: { ...rule.source, itemOid: 'INITIALS' },
            transform: { kind: 'text' as const },
            overwrite: 'always' as const,
          })),
      ],
    }));
    const rows = (term: string, initials: string) => [
      eventRow('a', 1, { term, serious: 'Y' }, subject),
      demography({ SEX: 'F', INITIALS: initials }, subject),
    ];
    await readLater(rows('Rash', INITIALS));
    const rootCaseKey = caseOf((await world.sync(['Rash'], { subject })).caseKey);
    expect(await storedOf(rootCaseKey)).toContain(INITIALS);
    await readLater(rows('Rash', `${INITIALS}2`));
    expect(await stateOf(subject)).toEqual({ Rash: 'changed' });
    const difference = (await differencesOf(`s-${subject}`)).find(({ rowKey }) =>
      rowKey.includes(`:${world.role('patientInitials')}|`),
    );
    const decided = await world.server.call(decideReconciliation, {
      params: inStudy(),
      body: { subjects: [difference?.rowKey ?? ''], decision: 'case', comment: 'Asked the site' },
      token: world.admin,
    });
    expect(decided.data).toEqual({ decided: 1 });
    expect(await decidedOf(rootCaseKey)).toEqual([expect.stringMatching(HASH)]);
    await asSuperuser(world, (trx) =>
      trx.updateTable('pv_case').set({ owed: '' }).where('case_key', '=', rootCaseKey).execute(),
    );
    expect(await pseudonymise(rootCaseKey)).toBeNull();
    expect(await storedOf(rootCaseKey)).not.toContain(INITIALS);
    const pseudonym = `v:${rootCaseKey}:${world.role('patientInitials')}|0|0|0:`;
    expect(await decidedOf(rootCaseKey)).toEqual([pseudonym]);
    await migrateAgain('0363_hashes_of_synchronised_values.sql', rootCaseKey);
    expect(await decidedOf(rootCaseKey)).toEqual([pseudonym]);
    expect(await kindsOf(`s-${subject}`)).toEqual([]);
    await readLater(rows('Rash', INITIALS));
    expect(await stateOf(subject)).toEqual({ Rash: 'yes' });
    await readLater(rows('Severe rash', INITIALS));
    const { caseKey } = await world.sync(['Severe rash'], { subject });
    expect(await storedOf(rootCaseKey)).not.toContain(INITIALS);
    expect(JSON.stringify((await world.page(caseOf(caseKey), 'DM')).data)).not.toContain(INITIALS);
  });
});

describe('a difference that a user leaves as it is in the case', () => {
  it('stays listed, and is found again only where the source has another value', async () => {
    const subject = newSubject();
    const rash = (outcome: string) => eventRow('a', 1, { term: 'Rash', serious: 'Y', outcome }, subject);
    await readLater([rash('RECOVERING')]);
    const caseKey = caseOf((await world.sync(['Rash'], { subject })).caseKey);
    const notRecovered = itemValue(world.role('reactionOutcome'), [1], '3');
    await world.save(caseKey, 'AE', [notRecovered], { rowNo: 1 });
    await readLater([rash('RECOVERED')]);
    expect(await stateOf(subject)).toEqual({ Rash: 'changed' });

    expect(await world.sync(['Rash'], { subject })).toMatchObject({ kind: 'nothing' });
    await readLater([rash('RECOVERED'), eventRow('b', 2, { term: 'Cough' }, subject)]);
    expect(await stateOf(subject)).toEqual({ Rash: 'yes', Cough: 'new' });
    expect(await kindsOf(`s-${subject}`)).toContain('differs');
    await readLater([rash('FATAL')]);
    expect(await stateOf(subject)).toMatchObject({ Rash: 'changed' });
  });
});

describe('a value of a case stays, and is no change,', () => {
  const valueOf = (caseKey: number | null, role: string) =>
    world.query(async (trx) => {
      const { values } = await readCaseContent(trx, 1, caseOf(caseKey));
      return values.find(({ itemId }) => itemId === world.role(role))?.value ?? null;
    });
  const synchronised = async (subject: string) => {
    const rows = [
      eventRow('a', 1, { term: 'Rash' }, subject),
      eventRow('b', 2, { term: 'Fever' }, subject),
      demography({ SEX: 'F' }, subject),
    ];
    await readLater(rows);
    const { caseKey } = await world.sync(['Rash'], { subject });
    expect([await valueOf(caseKey, 'sex'), await valueOf(caseKey, 'reactionOutcome')]).toEqual(['2', '1']);
    return { rows, caseKey: caseOf(caseKey) };
  };

  it('where the source has no row any more that it was made of', async () => {
    const subject = newSubject();
    const { rows, caseKey } = await synchronised(subject);
    const read = (sex: string | null) =>
      readLater([...rows.slice(0, 2), ...(sex === null ? [] : [demography({ SEX: sex }, subject)])]);
    await read(null);
    expect(await stateOf(subject)).toEqual({ Rash: 'yes', Fever: 'new' });
    const second = await world.sync(['Fever'], { subject, target: caseKey });
    expect(await valueOf(second.caseKey, 'sex')).toBe('2');
    // there again, and empty: that is what the source says
    await read('');
    expect(await stateOf(subject)).toEqual({ Rash: 'changed', Fever: 'yes' });
    await world.sync(['Rash'], { subject });
    expect(await valueOf((await itemOf(subject, 'Rash')).CASE_KEY, 'sex')).toBeNull();
  });

  it.each(['removed', 'of no item any more', 'of a row that is not around it'])(
    'where its rule is %s',
    async (what) => {
      const subject = newSubject();
      const { caseKey } = await synchronised(subject);
      const isOutcome = ({ itemId }: MappingRule) => itemId === world.role('reactionOutcome');
      const changed = (one: MappingRule): MappingRule[] => {
        if (!isOutcome(one)) return [one];
        if (what === 'removed') return [];
        return what === 'of no item any more'
          ? [{ ...one, itemId: 'X.GONE' }]
          : [{ ...one, source: { ...one.source, formOid: 'EX', groupOid: 'EX' } }];
      };
      let before: readonly MappingRule[] = [];
      await world.changeRules(({ rules, ...set }) => {
        before = rules;
        return { ...set, rules: rules.flatMap(changed) };
      });
      try {
        await world.find();
        expect(await stateOf(subject)).toEqual({ Rash: 'yes', Fever: 'new' });
        const { data } = await world.dryRun(['Rash'], { subject });
        expect(data.values.filter(({ outcome }) => outcome !== 'same')).toEqual([]);
        if (what !== 'removed') return;
        const second = await world.sync(['Fever'], { subject, target: caseKey });
        expect(second.kind).toBe('followUp');
        expect(await valueOf(second.caseKey, 'reactionOutcome')).toBe('1');
      } finally {
        await world.changeRules((set) => ({ ...set, rules: [...before] }));
      }
    },
  );
});

describe('where a version of its case becomes a case of its own, an event', () => {
  it('is changed as far as only that version has what the source has, and is synchronised again', async () => {
    const subject = newSubject();
    const rash = (outcome: string) => eventRow('a', 1, { term: 'Rash', outcome }, subject);
    const fever = eventRow('b', 2, { term: 'Fever' }, subject);
    await readLater([rash('RECOVERING'), fever]);
    const first = await world.sync(['Rash'], { subject });
    const number = (caseKey: number | null, text: string) =>
      world.save(caseOf(caseKey), 'CI', [itemValue(world.role('caseNumber'), [], text)]);
    await number(first.caseKey, `KR-FIRST-${subject}`);
    await readLater([rash('FATAL'), fever]);
    const target = first.caseKey;
    const second = await world.sync(['Rash', 'Fever'], { subject, target });
    expect((await number(second.caseKey, `KR-OTHER-${subject}`)).status).toBe(200);
    await runDueJobs(world.server.deps, [eventFinder(world.server.deps)]);
    expect(await stateOf(subject)).toEqual({ Rash: 'changed', Fever: 'changed' });
    // the number of the row that left with Fever is given to another one
    const verbatim = world.role('reactionVerbatim');
    await world.save(caseOf(first.caseKey), 'AE', [itemValue(verbatim, [0], 'Headache')], { rowNo: 0 });

    const third = await world.sync(['Rash', 'Fever'], { subject });
    expect(third).toMatchObject({ kind: 'followUp', caseNo: first.caseNo });
    const { values } = await world.query((trx) => readCaseContent(trx, 1, caseOf(third.caseKey)));
    const valuesOf = (role: string) =>
      values.flatMap(({ itemId, value }) => (itemId === world.role(role) ? [value] : []));
    expect(valuesOf('reactionVerbatim').toSorted()).toEqual(['Fever', 'Headache', 'Rash']);
    expect(valuesOf('reactionOutcome').toSorted()).toEqual(['1', '5']);
    expect(await stateOf(subject)).toEqual({ Rash: 'yes', Fever: 'yes' });
    expect(await differencesOf(`s-${subject}`)).toEqual([]);
  });
});

describe('those who look for events at the same moment', () => {
  /** Looks so often at once, while another transaction keeps events from being stored. */
  const findHeldUp = (times: number, meanwhile: () => Promise<unknown> = () => Promise.resolve()) =>
    world.query(async (trx) => {
      await sql`lock table sync_event in share mode`.execute(trx);
      const found = Array.from({ length: times }, () => world.findChanged());
      await untilWaitedFor(trx);
      await meanwhile();
      return { found };
    });

  it('find each of them once', async () => {
    const subject = newSubject();
    world.server.clock.advance(MINUTE);
    await world.read([eventRow('a', 1, { term: 'Rash' }, subject)]);
    const { found } = await findHeldUp(2);
    expect((await Promise.all(found)).map(({ fresh }) => fresh).toSorted()).toEqual([0, 1]);
    expect(await stateOf(subject)).toEqual({ Rash: 'new' });
  });

  it('find them by rules that are changed meanwhile', async () => {
    const [first, second] = [newSubject(), newSubject()];
    const rows = [first, second].map((subject) => eventRow('a', 1, { term: 'Rash', serious: 'Y' }, subject));
    world.server.clock.advance(MINUTE);
    await world.read(rows);
    const setSerious = (...seriousValues: string[]) =>
      world.changeRules((set) => ({ ...set, event: { ...set.event, seriousValues } }));
    try {
      const { found } = await findHeldUp(1, () => setSerious('N'));
      await Promise.all(found);
      expect(await itemOf(second, 'Rash')).toMatchObject({ SAE: 'N' });
    } finally {
      await setSerious('Y');
    }
  });
});

describe('a run writes nothing that its user has not seen', () => {
  const changed = {
    kind: 'nothing',
    caseKey: null,
    events: [{ outcome: 'failed', problem: { kind: 'changed' } }],
  };

  it('where source or case were changed after the dry run, and what was seen otherwise', async () => {
    const [subject, other] = [newSubject(), newSubject()];
    const rash = (outcome: string, of = subject) => eventRow('a', 1, { term: 'Rash', outcome }, of);
    const seenNow = async () => (await world.dryRun(['Rash'], { subject })).data.seen;
    await readLater([rash('RECOVERING')]);
    const before = await seenNow();
    await readLater([rash('FATAL')]);
    expect(await world.sync(['Rash'], { subject, seen: before })).toMatchObject(changed);
    expect(await itemOf(subject, 'Rash')).toMatchObject({ SYNC: 'failed', CASE_NO: null });

    const seen = await seenNow();
    await readLater([rash('RECOVERING', other)]);
    const first = await world.sync(['Rash'], { subject, seen });
    expect(first).toMatchObject({ kind: 'new', events: [{ outcome: 'done' }] });

    await readLater([rash('RECOVERED')]);
    const later = await seenNow();
    await world.save(caseOf(first.caseKey), 'DM', [itemValue(world.role('sex'), [], '1')]);
    expect(await world.sync(['Rash'], { subject, seen: later })).toMatchObject(changed);
    expect(await world.sync(['Rash'], { subject, seen: await seenNow() })).toMatchObject({
      kind: 'followUp',
      caseNo: first.caseNo,
    });
  });
});
