/** Versions of a case: made, listed, compared, withdrawn, and one that becomes a case of its own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addCase,
  compareTyped,
  listCases,
  listSignatures,
  listVersions,
  createFollowUp,
  importFile,
  readAuthor,
  readCaseId,
  readFindings,
  readWorkflow,
  readWorkflowSettings,
  routeCase,
  savePage,
  saveWorkflowSettings,
  setLegalHold,
  verifyCaseAudit,
} from '../../shared/contract/index.ts';
import { PRIVILEGES } from '../../shared/access/privileges.ts';
import { parseDate } from '../../shared/dates/partialDate.ts';
import { insertRole } from '../../server/accounts/tenants.store.ts';
import { LATER, itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { reportXml } from './importReports.ts';
import { PRODUCT_EDITING, putEditing } from './putEditing.ts';
import { setItemRights } from './setItemRights.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

const followUp = (caseKey: number, more: object = {}, token = world.editor) =>
  world.server.call(createFollowUp, { params: { caseKey }, body: { reason: '', ...more }, token });
const versions = async (caseKey: number) =>
  (await world.server.call(listVersions, { params: { caseKey }, token: world.reader })).data.listInfo;
const whole = async (caseKey: number) =>
  (await world.server.call(verifyCaseAudit, { params: { caseKey }, token: world.reader })).data;
const valueOf = async (caseKey: number, page: string, itemId: string) =>
  (await world.page(caseKey, page)).data.values.find((value) => value.itemId === itemId)?.value ?? null;

async function aReportedCase() {
  const made = await world.aCase();
  await world.save(made.caseKey, 'CI', [
    itemValue('C.1.1', [], `KR-HANBIT-${made.caseNo}`),
    itemValue('C.1.2', [], '20240101120000+0000'),
    itemValue('C.1.5', [], '20240102'),
  ]);
  await world.save(made.caseKey, 'DM', [itemValue('D.1', [], 'A')]);
  await world.save(made.caseKey, 'AE', [itemValue('E.i.1.1a', [0], { value: 'Cough', notation: '기침' })], {
    rowNo: 0,
  });
  await world.save(made.caseKey, 'AE', [itemValue('E.i.1.1a', [0], 'Fever')], { rowNo: 0 });
  return made;
}

describe('a follow-up', () => {
  it('is made once for each key of the caller, and another is refused as any that comes too late', async () => {
    const { caseKey } = await world.aCase();
    const creationKey = crypto.randomUUID();
    const [first, again] = await Promise.all([1, 2].map(() => followUp(caseKey, { creationKey })));
    expect(again?.data).toEqual(first?.data);
    expect((await followUp(caseKey, { creationKey })).data).toEqual(first?.data);
    expect(await versions(caseKey)).toHaveLength(2);
    expect(await followUp(caseKey, { creationKey: crypto.randomUUID() })).toMatchObject({ status: 409 });
  });

  it('copies everything, empties one date and sets the other, and freezes what was before', async () => {
    const { caseKey, caseNo } = await aReportedCase();
    await world.status(caseKey, 'REVIEW', 'Y');
    await world.status(caseKey, 'LOCK', 'Y');
    const { data } = await followUp(caseKey);
    expect(data).toEqual({ caseKey: expect.any(Number) as number, caseNo, versionNo: 2 });
    expect(await valueOf(data.caseKey, 'CI', 'C.1.5')).toBeNull();
    const created = (await valueOf(data.caseKey, 'CI', 'C.1.2')) ?? '';
    expect(parseDate(created)).toMatchObject({ ok: true, date: { year: new Date().getUTCFullYear() } });
    expect(await valueOf(data.caseKey, 'CI', 'C.1.1')).toBe(`KR-HANBIT-${caseNo}`);
    expect((await world.row(data.caseKey, 'AE', 1)).data.values).toMatchObject([
      { value: 'Cough', notation: '기침' },
    ]);
    expect((await world.row(data.caseKey, 'AE', 1)).data.rows).toMatchObject(
      (await world.row(caseKey, 'AE', 1)).data.rows,
    );
    // status begins afresh; the version before is as it was signed
    expect((await world.page(data.caseKey, 'DM')).data).toMatchObject({
      readOnly: null,
      saved: 'Y',
      status: { reviewed: false, locked: false, superseded: false, caseWorkflowStatus: 'SAVED' },
    });
    expect((await world.page(caseKey, 'DM')).data).toMatchObject({
      readOnly: 'superseded',
      readOnlyDetail: {
        by: { userName: 'Mina Park', reason: 'Follow-up' },
        whoMay: { names: [], more: 0 },
        newest: { caseKey: data.caseKey, versionNo: 2 },
      },
      status: { reviewed: true, locked: true, superseded: true },
    });
    expect(await world.status(caseKey, 'LOCK', 'N')).toMatchObject({
      errCode: 'STATUS_REFUSED',
      details: { why: 'superseded' },
    });
    expect(await versions(caseKey)).toMatchObject([
      { versionNo: 2, createdByName: 'Mina Park', reason: 'Follow-up', status: { superseded: false } },
      { versionNo: 1, status: { superseded: true, locked: true } },
    ]);
    // an entry for each difference, under one reason
    const entries = (await world.audit(data.caseKey))
      .slice(0, 3)
      .map(({ action, itemId, reason }) => [action, itemId, reason]);
    expect(entries).toEqual([
      ['followUp', '', 'Follow-up'],
      ['clear', 'C.1.5', 'Follow-up'],
      ['change', 'C.1.2', 'Follow-up'],
    ]);
    expect(await whole(data.caseKey)).toMatchObject({ whole: true });
  });

  it('keeps emptied rows empty, struck rows struck, and who said what', async () => {
    const { caseKey } = await aReportedCase();
    const { data: before } = await world.row(caseKey, 'AE', 2);
    const deletedRows = before.rows.map((row) => ({ ...row, deleted: true }));
    await world.save(caseKey, 'AE', [], { rowNo: 2, rows: deletedRows });
    const { data } = await followUp(caseKey);
    expect((await world.row(data.caseKey, 'AE', 2)).data).toMatchObject({
      readOnly: 'rowDeleted',
      readOnlyDetail: { by: { userName: 'Mina Park' } },
      values: [{ value: 'Fever' }],
    });
    // a new row gets a number nobody had
    expect(
      (await world.save(data.caseKey, 'AE', [itemValue('E.i.1.1a', [0], 'Rash')], { rowNo: 0 })).data.rowNo,
    ).toBe(3);
  });

  it.each<[string, (caseKey: number) => Promise<unknown>, string]>([
    ['a superseded version', (caseKey) => followUp(caseKey), 'superseded'],
    ['a deleted case', (caseKey) => world.status(caseKey, 'DELETE', 'Y'), 'deleted'],
    [
      'a nullified case',
      (caseKey) =>
        world.save(caseKey, 'CI', [itemValue('C.1.11.1', [], '1'), itemValue('C.1.11.2', [], 'Duplicate')]),
      'nullified',
    ],
  ])('is refused for %s', async (_what, make, why) => {
    const { caseKey } = await aReportedCase();
    await make(caseKey);
    expect(await followUp(caseKey)).toMatchObject({
      status: 409,
      errCode: 'STATUS_REFUSED',
      details: { why },
    });
  });

  it('is not for readers', async () => {
    const { caseKey } = await world.aCase();
    expect(await followUp(caseKey, {}, world.reader)).toMatchObject({ status: 403 });
  });

  it('has one winner when many ask at once, and no number twice', async () => {
    const { caseKey } = await aReportedCase();
    const answers = await Promise.all(Array.from({ length: 6 }, () => followUp(caseKey)));
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    expect(answers.filter(({ errCode }) => errCode === 'STATUS_REFUSED')).toHaveLength(5);
    expect((await versions(caseKey)).map(({ versionNo }) => versionNo)).toEqual([2, 1]);
    expect(await whole(caseKey)).toMatchObject({ whole: true });
  });

  it('or a save comes first when both are asked for at once: nothing saved is lost', async () => {
    const { caseKey } = await aReportedCase();
    const [made, saved] = await Promise.all([
      followUp(caseKey),
      world.save(caseKey, 'DM', [itemValue('D.1', [], 'Q')]),
    ]);
    const newest = made.data.caseKey;
    if (saved.success) expect(await valueOf(newest, 'DM', 'D.1')).toBe('Q');
    else expect(saved).toMatchObject({ errCode: 'CASE_READ_ONLY', details: { why: 'superseded' } });
  });
});

describe('an item that a role only shows', () => {
  const refused = (itemId: string) => ({
    status: 422,
    errCode: 'ITEM_REFUSED',
    details: [expect.objectContaining({ itemId, ruleId: 'item.readOnly' })],
  });
  /** as typed into the duplicate check */
  const typed = (...values: ReturnType<typeof itemValue>[]) => ({ values, rows: [] });
  const taken = (content: ReturnType<typeof typed>, ...take: ReturnType<typeof itemValue>[]) => ({
    typed: {
      content,
      take: take.map(({ itemId, rowNo, rowNo2, rowNo3 }) => ({ itemId, rowNo, rowNo2, rowNo3 })),
      retrievedAt: LATER,
    },
  });
  const [initials, age, unit] = [
    itemValue('D.1', [], 'B'),
    itemValue('D.2.2a', [], '40'),
    itemValue('D.2.2b', [], 'mo'),
  ];
  let limited: string;
  const onlyShow = (itemId: string) =>
    setItemRights(world.server, { token: world.second, roleId: 77, rights: [{ itemId, right: 'read' }] });
  beforeAll(async () => {
    await world.query((trx) =>
      insertRole(trx, 1, { roleId: 77, name: 'Reads some', privileges: PRIVILEGES }),
    );
    limited = await world.limitedUser('reads.some', {}, 77);
  });

  it('is not changed by what was typed into the duplicate check, also where the rest of it is taken', async () => {
    await onlyShow('D.1');
    const { caseKey } = await aReportedCase();
    await world.save(caseKey, 'DM', [itemValue('D.2.2a', [], '30'), itemValue('D.2.2b', [], 'a')]);
    const both = typed(initials, age, unit);
    expect(await followUp(caseKey, taken(both, initials), limited)).toMatchObject(refused('D.1'));
    expect(await versions(caseKey)).toHaveLength(1);
    const { status, data } = await followUp(caseKey, taken(both, age), limited);
    expect(status).toBe(200);
    expect(await valueOf(data.caseKey, 'DM', 'D.1')).toBe('A');
    expect(await valueOf(data.caseKey, 'DM', 'D.2.2a')).toBe('40');
  });

  it('nor as the unit of another one', async () => {
    await onlyShow('D.2.2b');
    const { caseKey } = await aReportedCase();
    await world.save(caseKey, 'DM', [itemValue('D.2.2a', [], '30'), itemValue('D.2.2b', [], 'a')]);
    expect(await followUp(caseKey, taken(typed(age, unit), age), limited)).toMatchObject(refused('D.2.2b'));
    expect(await followUp(caseKey, taken(typed(age), age), limited)).toMatchObject(refused('D.2.2b'));
  });

  it('stays as the unit of another one where the user does not see it, and is not named', async () => {
    const rights = [{ itemId: 'D.2.2b', right: 'hidden' as const }];
    await setItemRights(world.server, { token: world.second, roleId: 77, rights });
    const { caseKey } = await aReportedCase();
    await world.save(caseKey, 'DM', [itemValue('D.2.2a', [], '30'), itemValue('D.2.2b', [], 'a')]);
    const body = { content: typed(age) };
    const { data } = await world.server.call(compareTyped, { params: { caseKey }, body, token: limited });
    expect(data.listInfo).toMatchObject([{ before: { value: '30', unit: null } }]);
    const { data: made } = await followUp(caseKey, taken(typed(age), age), limited);
    expect(await valueOf(made.caseKey, 'DM', 'D.2.2a')).toBe('40');
    expect(await valueOf(made.caseKey, 'DM', 'D.2.2b')).toBe('a');
  });

  it('is not written into a new case', async () => {
    await onlyShow('D.1');
    const add = (content: ReturnType<typeof typed>) =>
      world.server.call(addCase, { body: { content }, token: limited });
    expect(await add(typed(initials))).toMatchObject(refused('D.1'));
    expect(await add(typed(age, unit))).toMatchObject({ status: 200 });
  });
});

describe('a nullification', () => {
  it('is made as a new version that keeps the date of the most recent information', async () => {
    const { caseKey, caseNo } = await aReportedCase();
    const { data } = await followUp(caseKey, { nullification: { code: '1', reason: 'Duplicate of 4711' } });
    expect(await valueOf(data.caseKey, 'CI', 'C.1.11.1')).toBe('1');
    expect(await valueOf(data.caseKey, 'CI', 'C.1.11.2')).toBe('Duplicate of 4711');
    expect(await valueOf(data.caseKey, 'CI', 'C.1.5')).toBe('20240102');
    expect((await versions(caseKey))[0]).toMatchObject({
      reason: 'Duplicate of 4711',
      status: { nullified: true },
    });
    const { data: list } = await world.server.call(listCases, {
      query: { keyword: caseNo },
      token: world.reader,
    });
    expect(list.listInfo).toMatchObject([
      {
        rowKey: String(data.caseKey),
        codes: { status: ['nullified'] },
        words: { status: ['Nullified'] },
      },
    ]);
    // editing takes it back
    await world.save(data.caseKey, 'CI', [itemValue('C.1.11.1', [], ''), itemValue('C.1.11.2', [], '')]);
    expect((await versions(caseKey))[0]?.status).toMatchObject({ nullified: false });
    expect(await followUp(data.caseKey)).toMatchObject({ status: 200 });
  });

  it('needs its reason, also on the page', async () => {
    const { caseKey } = await aReportedCase();
    expect(await followUp(caseKey, { nullification: { code: '1', reason: ' ' } })).toMatchObject({
      status: 400,
    });
    await world.save(caseKey, 'CI', [itemValue('C.1.11.1', [], '1')]);
    const { data } = await world.server.call(readFindings, { params: { caseKey }, token: world.reader });
    expect(data.findings.map(({ ruleId }) => ruleId)).toContain('ICH.C.1.11.2');
  });

  it('of an amendment is not carried into the next follow-up', async () => {
    const { caseKey } = await aReportedCase();
    const amended = (await followUp(caseKey, { nullification: { code: '2', reason: 'Dose corrected' } }))
      .data;
    expect((await versions(caseKey))[0]?.status).toMatchObject({ amended: true, nullified: false });
    const next = (await followUp(amended.caseKey)).data;
    expect(await valueOf(next.caseKey, 'CI', 'C.1.11.1')).toBeNull();
    expect(await valueOf(next.caseKey, 'CI', 'C.1.11.2')).toBeNull();
  });
});

describe('a version that gets another number of the sender', () => {
  it('becomes a case of its own; both histories stay whole', async () => {
    const { caseKey, caseNo } = await aReportedCase();
    const { data: made } = await followUp(caseKey);
    const { data: before } = await world.page(made.caseKey, 'CI');
    const answer = await world.server.call(savePage, {
      params: { caseKey: made.caseKey, page: 'CI' },
      body: {
        reason: 'Edited Data',
        retrievedAt: before.retrievedAt,
        changes: [itemValue('C.1.1', [], 'KR-OTHER-1')],
      },
      token: world.editor,
    });
    expect(answer).toMatchObject({ status: 200, data: { changed: 1 } });
    const idOf = async (key: number) =>
      (await world.server.call(readCaseId, { params: { caseKey: key }, token: world.reader })).data;
    const own = await idOf(made.caseKey);
    expect(own).toMatchObject({ versionNo: 1, status: { superseded: false } });
    expect(own.caseNo).not.toBe(caseNo);
    expect(await idOf(caseKey)).toMatchObject({ caseNo, versionNo: 1, status: { superseded: false } });
    expect((await versions(made.caseKey)).map((one) => one.caseKey)).toEqual([made.caseKey]);
    expect((await versions(caseKey)).map((one) => one.caseKey)).toEqual([caseKey]);
    expect(await whole(caseKey)).toMatchObject({ whole: true });
    expect(await whole(made.caseKey)).toMatchObject({ whole: true });
    // each side names the other, and the new chain begins with all the case says
    expect((await world.audit(caseKey))[0]).toMatchObject({
      action: 'disconnect',
      oldValue: `${caseNo} (2)`,
      value: own.caseNo,
    });
    const begun = await world.audit(made.caseKey);
    expect(begun[0]).toMatchObject({ action: 'disconnect', value: own.caseNo });
    expect(begun[0]?.oldValue).toContain((await whole(caseKey)).head);
    expect(begun.map(({ itemId }) => itemId)).toEqual(
      expect.arrayContaining(['C.1.1', 'D.1', 'E.i', 'E.i.1.1a']),
    );
    const { data: list } = await world.server.call(listCases, {
      query: { keyword: own.caseNo },
      token: world.reader,
    });
    expect(list.listInfo).toMatchObject([
      { rowKey: String(made.caseKey), link: `case/${made.caseKey}/detail` },
    ]);
    // both go on by themselves
    expect((await followUp(caseKey)).data).toMatchObject({ caseNo, versionNo: 2 });
    expect((await followUp(made.caseKey)).data).toMatchObject({ caseNo: own.caseNo, versionNo: 2 });
    expect(await whole(made.caseKey)).toMatchObject({ whole: true });
  });

  it('stays on legal hold', async () => {
    const { caseKey, caseNo } = await aReportedCase();
    const hold = await world.server.call(setLegalHold, {
      body: { caseNo, hold: 'Y', reason: 'Court 12' },
      token: await world.server.token('sponsor.admin'),
    });
    expect(hold).toMatchObject({ status: 200 });
    const { data: made } = await followUp(caseKey);
    await world.save(made.caseKey, 'CI', [itemValue('C.1.1', [], 'KR-HELD-2')]);
    expect(await versions(made.caseKey)).toHaveLength(1);
    for (const key of [caseKey, made.caseKey]) {
      expect(await world.status(key, 'DELETE', 'Y')).toMatchObject({ status: 409, errCode: 'CASE_ON_HOLD' });
      expect(await whole(key)).toMatchObject({ whole: true });
    }
    expect(await world.audit(made.caseKey)).toContainEqual(
      expect.objectContaining({ action: 'legalHold', value: 'Y', oldValue: 'N' }),
    );
  });

  it('leaves a version that goes on in the workflow, also if its step was removed meanwhile', async () => {
    const [sponsor, token] = [{ sponsorKey: 1 }, await world.server.token('sponsor.admin')];
    const plan = async () => (await world.server.call(readWorkflowSettings, { params: sponsor, token })).data;
    const put = async ({ useWorkflow, steps, routes }: Awaited<ReturnType<typeof plan>>) => {
      const body = { reason: 'Tried', setAt: (await plan()).setAt, useWorkflow, steps, routes };
      expect(await world.server.call(saveWorkflowSettings, { params: sponsor, body, token })).toMatchObject({
        status: 200,
      });
    };
    const route = (workflowKey: string) =>
      world.server.call(routeCase, {
        params: { caseKey },
        body: {
          workflowInfo: { workflowKey, stays: false, roleId: null, userKey: null },
          comments: 'Ready',
          retrievedAt: LATER,
        },
        token: world.editor,
      });
    const { caseKey } = await aReportedCase();
    const before = await plan();
    const [first] = before.steps;
    if (!first) throw new Error('there is no step');
    const name = { ...first.name, en: 'Tried' };
    await put({
      ...before,
      steps: [...before.steps, { ...first, name, workflowKey: 'new' }],
      routes: [
        ...before.routes,
        { from: first.workflowKey, to: 'new' },
        { from: 'new', to: first.workflowKey },
      ],
    });
    const added = (await plan()).steps.at(-1)?.workflowKey ?? '';
    expect(await route(added)).toMatchObject({ status: 200 });
    const { data: made } = await followUp(caseKey);
    await put(before);
    await world.save(made.caseKey, 'CI', [itemValue('C.1.1', [], 'KR-GONE-2')]);
    const { data } = await world.server.call(readWorkflow, { params: { caseKey }, token: world.reader });
    expect(data.current.workflowKey).toBe(first.workflowKey);
    const next = before.routes.find(({ from }) => from === first.workflowKey)?.to ?? '';
    expect(await route(next)).toMatchObject({ status: 200 });
  });

  it('is as old as its signatures, and has the authors that it had', async () => {
    const { caseKey } = await aReportedCase();
    const { data: made } = await followUp(caseKey, {}, world.second);
    await world.save(made.caseKey, 'DM', [itemValue('D.1', [], 'AB')]);
    await world.status(made.caseKey, 'REVIEW', 'Y', world.second);
    await world.save(made.caseKey, 'CI', [itemValue('C.1.1', [], 'KR-OWN-2')], { token: world.second });
    const since = async () =>
      (await world.server.call(listSignatures, { params: made, token: world.reader })).data.listInfo;
    expect(await since()).toMatchObject([{ changesSince: 1, intact: true }]);
    await world.save(made.caseKey, 'DM', [itemValue('D.1', [], 'CD')], { token: world.second });
    expect(await since()).toMatchObject([{ changesSince: 2, intact: true }]);
    await putEditing(world.server, { ...PRODUCT_EDITING, reviewer: 'other' });
    expect(await world.status(made.caseKey, 'LOCK', 'Y')).toMatchObject({ errCode: 'REVIEWER_IS_AUTHOR' });
    await putEditing(world.server, { ...PRODUCT_EDITING, reviewer: 'any' });
    expect(await whole(made.caseKey)).toMatchObject({ whole: true });
  });

  it('is no such thing where the number is given for the first time, or there is one version', async () => {
    const { caseKey } = await world.aCase();
    const { data: made } = await followUp(caseKey);
    await world.save(made.caseKey, 'CI', [itemValue('C.1.1', [], 'KR-FIRST-1')]);
    expect(await versions(caseKey)).toHaveLength(2);
    const alone = await aReportedCase();
    await world.save(alone.caseKey, 'CI', [itemValue('C.1.1', [], 'KR-FIRST-2')], { retrievedAt: LATER });
    expect(await versions(alone.caseKey)).toMatchObject([{ versionNo: 1 }]);
  });
});

describe('a follow-up by a message', () => {
  const imported = async (report: object): Promise<number> => {
    const bytes = await reportXml({ id: 'KR-BY-MESSAGE', ...report });
    const { data } = await world.server.call(importFile, {
      params: { sponsorKey: 1 },
      file: { name: 'partner.xml', type: 'application/xml', bytes },
      token: world.editor,
    });
    return data.cases[0]?.caseKey ?? 0;
  };
  const assessment = async (caseKey: number) => {
    const { values } = (await world.row(caseKey, 'DG', 1)).data;
    return values.find(({ itemId }) => itemId === 'CW.expectedness')?.value ?? null;
  };

  it('leaves the expectedness of its pairs, with who assessed it, until the reaction is another one', async () => {
    const first = await imported({ created: '20250101120000+0000' });
    const saved = await world.save(first, 'DG', [itemValue('CW.expectedness', [1, 1], '1')], { rowNo: 1 });
    expect(saved.status).toBe(200);
    // its sender makes new ids each time
    const second = await imported({ created: '20250201120000+0000', narrative: 'More is known.' });
    expect(second).not.toBe(first);
    expect(await assessment(second)).toBe('1');
    const author = await world.server.call(readAuthor, {
      params: { caseKey: second },
      query: { itemId: 'CW.expectedness', rowNo: 1, rowNo2: 1 },
      token: world.reader,
    });
    expect(author.data.last).toMatchObject({ versionNo: 1, provenance: { by: 'person' } });
    const third = await imported({ created: '20250301120000+0000', reaction: 'vertigo' });
    expect(await assessment(third)).toBeNull();
    expect(await whole(third)).toMatchObject({ whole: true });
  });
});
