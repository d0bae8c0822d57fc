/** The duplicate check over real cases: who is found, why, by whom, and what is remembered. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { addressAt, type RowPath } from '../../shared/case/itemAddress.ts';
import {
  addCase,
  compareTyped,
  listCheckProducts,
  listDuplicates,
  createFollowUp,
  readCaseAudit,
  readPage,
  dismissDuplicate,
  type DuplicatedCase,
} from '../../shared/contract/index.ts';
import { markAllStale } from '../../server/projections/projectionState.store.ts';
import { caseWorldOn, itemValue, type CaseWorld } from './caseWorld.ts';
import { projectionsCurrent } from './projectionWorld.ts';
import { startTestServer } from './harness.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await caseWorldOn(await startTestServer());
});
afterAll(() => world.server.stop());

type Saying = [role: string, value: string, rows?: RowPath];

/** A content by roles; the rows that are spoken of are there. */
function typed(...facts: Saying[]): CaseContent {
  const { whole } = world.server.deps.catalogue;
  const rows = new Map<string, CaseContent['rows'][number]>();
  const values = facts.map(([role, value, path = []]) => {
    const itemId = whole.roles[role] ?? '';
    const group = whole.items[itemId]?.groups[0];
    if (group && path[0])
      rows.set(`${group}${path[0]}`, {
        group,
        rowNo: path[0],
        rowNo2: 0,
        rowNo3: 0,
        rowId: randomUUID(),
        sort: path[0],
        deleted: false,
      });
    return { ...addressAt(itemId, path), value, nullFlavor: null, notation: null };
  });
  return { values, rows: [...rows.values()] };
}

const PERSON: Saying[] = [
  ['typeOfReport', '1'],
  ['patientInitials', 'QZX'],
  ['birthDate', '19410203'],
  ['sex', '2'],
];

const add = async (content: CaseContent, more: object = {}, token = world.editor) => {
  const answer = await world.server.call(addCase, { body: { content, ...more }, token });
  expect(answer.errMsg).toBeNull();
  return answer.data;
};
const check = async (body: object, token = world.editor) => {
  const answer = await world.server.call(listDuplicates, { body, token });
  expect(answer.errMsg).toBeNull();
  return answer.data;
};
const hit = (rows: readonly DuplicatedCase[], caseKey: number) => rows.find((row) => row.caseKey === caseKey);
const evidence = (row: DuplicatedCase | undefined, field: string) =>
  row?.evidence.find((one) => one.field === field);

describe('the duplicate check', () => {
  it('looks among the cases of a saved search only', async () => {
    const { queries, whole } = world.server.deps.catalogue;
    const who: Saying[] = [...PERSON.slice(0, 1), ['patientInitials', 'WX'], ['birthDate', '19330405']];
    const content = typed(...who, ['drugName', 'Deltazol', [1]], ['reactionVerbatim', 'blue elbows', [1]]);
    const [fatal, other] = [(await add(content)).caseKey, (await add(content)).caseKey];
    await world.save(fatal, 'AE', [itemValue(whole.roles['reactionOutcome'] ?? '', [1], '5')], { rowNo: 1 });
    const library = -(queries.find(({ query }) => query === 'fatal')?.key ?? 0);
    const found = async (more = {}) =>
      (await check({ content, ...more })).listInfo.map(({ caseKey }) => caseKey);
    expect(await found()).toEqual(expect.arrayContaining([fatal, other]));
    expect(await found({ library })).toContain(fatal);
    expect(await found({ library })).not.toContain(other);
  });

  it('finds a case by what its third rows say, and tells why', async () => {
    const { caseKey } = await add(
      typed(
        ...PERSON,
        ['drugName', 'Alphazol', [1]],
        ['drugName', 'Betazol', [2]],
        ['drugName', 'Gammazol', [3]],
        ['reactionVerbatim', 'itching', [1]],
        ['reactionVerbatim', 'cough', [2]],
        ['reactionVerbatim', 'purple toenails', [3]],
        ['reactionStart', '20240105', [3]],
      ),
    );
    const { listInfo, trial, hasEmptyItemCases, emptyItems } = await check({
      content: typed(
        ['patientInitials', 'ZXQ'],
        ['birthDate', '19410302'],
        ['drugName', 'GAMMAZOL Tab. 20 mg', [1]],
        ['reactionVerbatim', 'Purple tonails', [1]],
        ['reactionStart', '20240107', [1]],
      ),
    });
    expect(trial).toBe(false);
    expect(hasEmptyItemCases).toBe(true);
    expect(emptyItems).toEqual(['Age', 'Sex']);
    const row = hit(listInfo, caseKey);
    expect(row).toMatchObject({ band: 'likely', patientName: 'QZX', sex: 'Female' });
    expect(row?.productName).toBe('Alphazol; Betazol; Gammazol');
    expect(evidence(row, 'product')).toMatchObject({ match: 'agree', theirs: ['Gammazol'] });
    expect(evidence(row, 'event')).toMatchObject({ match: 'close', why: 'similar' });
    expect(evidence(row, 'onset')).toMatchObject({
      match: 'close',
      why: 'apart',
      by: 2,
      theirs: ['2024-01-05'],
    });
    expect(evidence(row, 'birth')).toMatchObject({ match: 'close', why: 'swapped', ours: ['1941-03-02'] });
    expect(evidence(row, 'initials')).toMatchObject({ match: 'close', why: 'otherOrder' });
    expect(evidence(row, 'sex')).toMatchObject({ match: 'missing', points: 0 });
  });

  it.each([
    [[], true],
    [[['patientInitials', 'QQQ']], true],
    [
      [
        ['patientInitials', 'QQQ'],
        ['birthDate', '19410302'],
      ],
      false,
    ],
  ] as const)('says whether %j is too little to find anything by: %s', async (criteria, isTooLittle) => {
    const content = typed(...(criteria as unknown as Parameters<typeof typed>));
    expect((await check({ content })).isTooLittle).toBe(isTooLittle);
  });

  it('is certain where the number of one is another number of the other', async () => {
    const { caseKey } = await add(typed(['otherCaseId', 'US-ACME-77-0815', [1]], ['patientInitials', 'AA']));
    const { listInfo } = await check({
      content: typed(['worldwideId', 'us/acme/77/0815'], ['patientInitials', 'ZZ']),
    });
    expect(hit(listInfo, caseKey)).toMatchObject({ band: 'certain' });
    expect(listInfo[0]?.caseKey).toBe(caseKey);
  });

  it('asks other key items of a trial', async () => {
    const { trial, emptyItems } = await check({
      content: typed(['typeOfReport', '2'], ['sponsorStudyNumber', 'ST-1']),
    });
    expect(trial).toBe(true);
    expect(emptyItems).toContain('Subject or record number');
    expect(emptyItems).not.toContain('Age');
  });

  it('checks a case that is there, without itself, and follows what is saved', async () => {
    const one = await add(
      typed(['patientInitials', 'WWW'], ['birthDate', '19220202'], ['hospitalRecord', 'H-99-1']),
    );
    const { caseKey } = await add(typed(['patientInitials', 'WWW']));
    const { roles, items } = world.server.deps.catalogue.whole;
    expect(hit((await check({ caseKey })).listInfo, one.caseKey)).toBeUndefined();
    const saying = [
      itemValue(roles.birthDate ?? '', [], '19220202'),
      itemValue(roles.hospitalRecord ?? '', [], 'H 99 1'),
    ];
    await world.save(caseKey, items[roles.birthDate ?? '']?.page ?? '', saying);
    const { listInfo, caseNo } = await check({ caseKey });
    expect(caseNo).toMatch(/\d+$/);
    expect(hit(listInfo, one.caseKey)).toMatchObject({ band: 'likely' });
    expect(hit(listInfo, caseKey)).toBeUndefined();
  });

  it('finds the newest version, and no deleted case', async () => {
    const content = typed(
      ['patientInitials', 'VVK'],
      ['birthDate', '19220909'],
      ['hospitalRecord', 'VVK-771'],
    );
    const { caseKey } = await add(content);
    const next = await world.server.call(createFollowUp, {
      params: { caseKey },
      body: { reason: '' },
      token: world.editor,
    });
    const { listInfo } = await check({ content });
    expect(hit(listInfo, caseKey)).toBeUndefined();
    expect(hit(listInfo, next.data.caseKey)).toMatchObject({ versionNo: 2, band: 'likely' });
    await world.status(next.data.caseKey, 'DELETE', 'Y');
    expect(hit((await check({ content })).listInfo, next.data.caseKey)).toBeUndefined();
  });

  it('says nothing of cases outside of the scope', async () => {
    const content = typed(
      ['patientInitials', 'SCP'],
      ['birthDate', '19330303'],
      ['hospitalRecord', 'SCP-4711'],
    );
    const { caseKey } = await add(content, { senderKey: 1 });
    const other = await world.userOfSender('duplicates.other', 2);
    expect(hit((await check({ content })).listInfo, caseKey)).toBeDefined();
    expect(await check({ content }, other)).toMatchObject({ listInfo: [] });
    const answer = await world.server.call(dismissDuplicate, {
      params: { caseKey, otherKey: caseKey + 1 },
      body: { notDuplicate: 'Y', reason: 'x' },
      token: other,
    });
    expect(answer).toMatchObject({ status: 404, errCode: 'CASE_NOT_FOUND' });
  });

  it('compares and shows blinded values for nobody who may not see them', async () => {
    const { whole } = world.server.deps.catalogue;
    const item = whole.items[whole.roles.hospitalRecord ?? ''];
    if (!item) throw new Error('no hospital record');
    const content = typed(
      ['patientInitials', 'BLD'],
      ['birthDate', '19440404'],
      ['hospitalRecord', 'BLD-4712'],
    );
    const { caseKey } = await add(content);
    const { caseKey: same } = await add(content);
    item.blinded = true;
    try {
      const blind = await world.limitedUser('duplicates.blind', {});
      const row = hit((await check({ caseKey: same }, blind)).listInfo, caseKey);
      expect(evidence(row, 'subject')).toMatchObject({ match: 'missing', ours: [], theirs: [] });
      expect(row?.investigationNumber).toBeNull();
      const typedBlind = await world.server.call(listDuplicates, { body: { content }, token: blind });
      expect(typedBlind).toMatchObject({ status: 422, errCode: 'ITEM_REFUSED' });
    } finally {
      item.blinded = false;
    }
    expect(evidence(hit((await check({ caseKey: same })).listInfo, caseKey), 'subject')?.match).toBe('agree');
  });

  it.each([
    ['an item it does not ask for', () => typed(['studyName', 'x']), 'item.notAsked'],
    ['a value without its row', () => ({ ...typed(['drugName', 'x', [1]]), rows: [] }), 'row.unknown'],
    ['what is no date', () => typed(['birthDate', '19419999']), 'date.noSuchDay'],
    ['an unknown code', () => typed(['sex', '7']), 'code.unknown'],
  ])('refuses %s, with its address', async (_what, content, ruleId) => {
    const answer = await world.server.call(listDuplicates, {
      body: { content: content() },
      token: world.editor,
    });
    expect(answer).toMatchObject({ status: 422, errCode: 'ITEM_REFUSED', details: [{ ruleId }] });
    expect(
      await world.server.call(addCase, { body: { content: content() }, token: world.editor }),
    ).toMatchObject({
      status: 422,
    });
  });

  it('gives cases that were stored before a search document', async () => {
    const content = typed(
      ['patientInitials', 'OLD'],
      ['birthDate', '19110101'],
      ['hospitalRecord', 'OLD-31337'],
    );
    const { caseKey } = await add(content);
    await world.query((trx) =>
      trx.deleteFrom('case_search').where('sponsor_key', '=', 1).where('case_key', '=', caseKey).execute(),
    );
    expect(hit((await check({ content })).listInfo, caseKey)).toBeUndefined();
    await world.query((trx) => markAllStale(trx, 1));
    await projectionsCurrent(world.server);
    expect(hit((await check({ content })).listInfo, caseKey)).toBeDefined();
  });
});

describe('a case that is added after the check', () => {
  it('says what was typed, with its audit trail, and is told apart from what was found', async () => {
    const content = typed(...PERSON, ['drugName', 'Deltazol', [1]], ['hospitalRecord', 'P-5551']);
    const first = await add(content);
    const reason = 'Twin sister';
    const second = await add(content, { notDuplicateOf: [{ caseKey: first.caseKey, reason }] });
    const { roles, items } = world.server.deps.catalogue.whole;
    const page = items[roles.patientInitials ?? '']?.page ?? '';
    const read = await world.server.call(readPage, {
      params: { caseKey: second.caseKey, page },
      token: world.editor,
    });
    expect(read.data.values.find(({ itemId }) => itemId === roles.patientInitials)?.value).toBe('QZX');
    const trail = await world.audit(second.caseKey);
    expect(trail.find(({ itemId }) => itemId === roles.patientInitials)).toMatchObject({
      action: 'add',
      value: 'QZX',
    });
    for (const [mine, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const note = (await world.audit(mine.caseKey)).find(({ action }) => action === 'notDuplicate');
      expect(note).toMatchObject({ value: other.caseNo, reason, oldValue: null });
    }
    const { listInfo } = await check({ caseKey: second.caseKey });
    expect(hit(listInfo, first.caseKey)?.toldApart).toMatchObject({ reason });
    const firstDismissed = listInfo.findIndex((duplicate) => duplicate.toldApart !== null);
    expect(listInfo.slice(firstDismissed).every((duplicate) => duplicate.toldApart !== null)).toBe(true);
  });

  it('forgets that two cases were told apart, once, and audits it', async () => {
    const content = typed(
      ['patientInitials', 'TKB'],
      ['birthDate', '19550505'],
      ['hospitalRecord', 'TKB-1234'],
    );
    const [one, two] = [await add(content), await add(content)];
    const tell = (notDuplicate: 'Y' | 'N', caseKey = one.caseKey, otherKey = two.caseKey) =>
      world.server.call(dismissDuplicate, {
        params: { caseKey, otherKey },
        body: { notDuplicate, reason: `says ${notDuplicate}` },
        token: world.editor,
      });
    const state = async () => hit((await check({ caseKey: one.caseKey })).listInfo, two.caseKey)?.toldApart;
    expect(await state()).toBeNull();
    await tell('Y', two.caseKey, one.caseKey);
    await tell('Y');
    expect(await state()).toMatchObject({ reason: 'says Y' });
    await tell('N');
    await tell('N');
    expect(await state()).toBeNull();
    const notes = (await world.audit(two.caseKey)).filter(({ action }) => action === 'notDuplicate');
    expect(notes.map(({ oldValue, value }) => [oldValue, value])).toEqual([
      [one.caseNo, null],
      [null, one.caseNo],
    ]);
    expect(await tell('Y', one.caseKey, one.caseKey)).toMatchObject({ status: 422, errCode: 'SAME_CASE' });
  });

  it('does not make a case that is told apart from one that is not there', async () => {
    const notDuplicateOf = [{ caseKey: 999_999, reason: 'x' }];
    const answer = await world.server.call(addCase, { body: { notDuplicateOf }, token: world.editor });
    expect(answer).toMatchObject({ status: 404, errCode: 'CASE_NOT_FOUND' });
  });
});

it('offers the products a user may see', async () => {
  const params = { sponsorKey: 1 };
  const all = (await world.server.call(listCheckProducts, { params, token: world.editor })).data.listInfo;
  expect(all.length).toBeGreaterThan(1);
  const one = all[0]?.productKey ?? 0;
  const limited = await world.limitedUser('duplicates.product', { productKeys: [one] });
  const seen = await world.server.call(listCheckProducts, { params, token: limited });
  expect(seen.data.listInfo.map(({ productKey }) => productKey)).toEqual([one]);
});

describe('a follow-up of what was found', () => {
  const roleId = (role: string): string => world.server.deps.catalogue.whole.roles[role] ?? '';
  const compare = async (caseKey: number, content: CaseContent, token = world.editor) =>
    world.server.call(compareTyped, { params: { caseKey }, body: { content }, token });
  const make = (caseKey: number, typedValues: object, token = world.editor) =>
    world.server.call(createFollowUp, {
      params: { caseKey },
      body: { reason: 'Follow-up found by the duplicate check', typed: typedValues },
      token,
    });
  const LATER = '2999-01-01T00:00:00.000Z';
  const known = () =>
    add(
      typed(
        ...PERSON,
        ['ageNumber', '540'],
        ['ageUnit', 'mo'],
        ['drugName', 'Alphazol', [1]],
        ['drugName', 'Gammazol', [2]],
        ['reactionVerbatim', 'green cough', [1]],
      ),
    );
  const newContent = () =>
    typed(
      ['typeOfReport', '1'],
      ['patientInitials', 'QZY'],
      ['hospitalRecord', 'H-7'],
      ['ageNumber', '46'],
      ['ageUnit', 'a'],
      ['caseNumber', 'KR-OTHER-1'],
      ['drugName', 'GAMMAZOL Tab. 20 mg', [1]],
      ['drugName', 'Deltazol', [2]],
      ['reactionVerbatim', 'green cough', [1]],
      ['reactionStart', '20240107', [1]],
    );
  const at = (content: CaseContent, ...roles: [string, RowPath?][]) =>
    roles.map(([role, path = []]) => {
      const address = addressAt(roleId(role), path);
      expect(content.values).toContainEqual(expect.objectContaining(address));
      return address;
    });
  const valuesOf = async (caseKey: number, page: string, rowNo?: number) => {
    const { data } =
      rowNo === undefined ? await world.page(caseKey, page) : await world.row(caseKey, page, rowNo);
    return Object.fromEntries(data.values.map(({ itemId, value }) => [itemId, value]));
  };
  const rowsOf = (page: string) => world.server.deps.catalogue.whole.items[roleId(page)]?.page ?? '';

  it('shows what was typed beside what the case says, row by row, and changes nothing', async () => {
    const { caseKey, caseNo } = await known();
    const { data } = await compare(caseKey, newContent());
    expect(data).toMatchObject({ caseNo, versionNo: 1 });
    const shown = data.listInfo.map(({ itemId, rowNo, effect, newRow, before, typed: now }) => [
      Object.keys(world.server.deps.catalogue.whole.roles).find((role) => roleId(role) === itemId),
      rowNo,
      newRow ? 'new row' : effect,
      before.value,
      before.unit,
      now.value,
      now.unit,
    ]);
    expect(shown).toEqual([
      ['typeOfReport', 0, 'same', '1', null, '1', null],
      ['patientInitials', 0, 'replaces', 'QZX', null, 'QZY', null],
      ['hospitalRecord', 0, 'adds', null, null, 'H-7', null],
      ['ageNumber', 0, 'replaces', '540', 'mo', '46', 'a'],
      ['caseNumber', 0, 'keeps', null, null, 'KR-OTHER-1', null],
      ['drugName', 1, 'replaces', 'Gammazol', null, 'GAMMAZOL Tab. 20 mg', null],
      ['drugName', 2, 'new row', null, null, 'Deltazol', null],
      ['reactionVerbatim', 1, 'same', 'green cough', null, 'green cough', null],
      ['reactionStart', 1, 'adds', null, null, '20240107', null],
    ]);
    expect((await world.page(caseKey, 'DM')).data.values).toContainEqual(
      expect.objectContaining({ itemId: roleId('patientInitials'), value: 'QZX' }),
    );
  });

  it('says what was named, and of the rest what the version before said', async () => {
    const { caseKey } = await known();
    const content = newContent();
    const take = at(
      content,
      ...[['hospitalRecord'], ['ageNumber'], ['caseNumber']].map(([role = '']): [string] => [role]),
      ['drugName', [2]],
      ['reactionStart', [1]],
    );
    const { data, errMsg } = await make(caseKey, { content, take, retrievedAt: LATER });
    expect(errMsg).toBeNull();
    const person = await valuesOf(data.caseKey, 'DM');
    expect(person).toMatchObject({
      [roleId('patientInitials')]: 'QZX',
      [roleId('hospitalRecord')]: 'H-7',
      [roleId('ageNumber')]: '46',
      [roleId('ageUnit')]: 'a',
    });
    const drugs = rowsOf('drugName');
    for (const [rowNo, name] of [
      [1, 'Alphazol'],
      [2, 'Gammazol'],
      [3, 'Deltazol'],
    ] as const)
      expect(await valuesOf(data.caseKey, drugs, rowNo)).toMatchObject({ [roleId('drugName')]: name });
    expect(await valuesOf(data.caseKey, rowsOf('reactionVerbatim'), 1)).toMatchObject({
      [roleId('reactionVerbatim')]: 'green cough',
      [roleId('reactionStart')]: '20240107',
    });
    expect((await valuesOf(data.caseKey, 'CI'))[roleId('caseNumber')]).not.toBe('KR-OTHER-1');
    // each is a line of the audit trail, and the version before is as it was
    const { listInfo } = (
      await world.server.call(readCaseAudit, {
        params: { caseKey: data.caseKey },
        query: { rowCount: 100 },
        token: world.editor,
      })
    ).data;
    expect(listInfo).toContainEqual(
      expect.objectContaining({ itemId: roleId('ageNumber'), oldValue: '540', value: '46' }),
    );
    expect(await valuesOf(caseKey, 'DM')).toMatchObject({ [roleId('ageNumber')]: '540' });
  });

  it('is refused where the case was saved after it was compared', async () => {
    const { caseKey } = await known();
    const content = newContent();
    const { data } = await compare(caseKey, content);
    await world.save(caseKey, 'DM', [itemValue(roleId('hospitalRecord'), [], 'H-8')]);
    const take = at(content, ['hospitalRecord']);
    expect(await make(caseKey, { content, take, retrievedAt: data.retrievedAt })).toMatchObject({
      status: 409,
      errCode: 'CASE_CHANGED',
    });
    expect(await valuesOf(caseKey, 'DM')).toMatchObject({ [roleId('hospitalRecord')]: 'H-8' });
  });

  it('takes no item that the check does not ask for, and is not for who may only read', async () => {
    const { caseKey } = await known();
    const other = { ...addressAt('H.1', []), value: 'text', nullFlavor: null, notation: null };
    expect(await compare(caseKey, { values: [other], rows: [] })).toMatchObject({ errCode: 'ITEM_REFUSED' });
    expect(
      await make(caseKey, { content: { values: [other], rows: [] }, take: [], retrievedAt: LATER }),
    ).toMatchObject({ errCode: 'ITEM_REFUSED' });
    expect(await compare(caseKey, newContent(), world.reader)).toMatchObject({ status: 403 });
  });
});
