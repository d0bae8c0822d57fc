/** The second coder, who codes blind; the adjudicator, who decides differences; how far coders agree. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  codeAgain,
  createFollowUp,
  decideDifference,
  listCodedTwice,
  listDifferences,
  listTermsCodedTwice,
  readCodingAgreement,
  readCodingGroup,
  readDifference,
  readNotifications,
} from '../../shared/contract/index.ts';
import type { DescribedValue } from '../../shared/settings/describedSettings.ts';
import { insertRole } from '../../server/accounts/tenants.store.ts';
import { putSetting } from '../../server/sponsor-settings/sponsorSettings.ts';
import { itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { CODE, codingCallsOf, DICTIONARY, groupKey, KOREAN, NAME } from './codingCalls.ts';
import { entry, releasesIn } from './dictionaryReleases.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
  await bring(DICTIONARY, 'SAMPLE 1', [
    entry('100', 'Velanorix'),
    entry('300', 'Withdrawn', { current: false }),
    entry('400', 'Velanorix forte'),
    entry('600', 'Old name'),
  ]);
});
afterAll(() => world.server.stop());

const { bring } = releasesIn(() => world.server);
const { aDrug, code, termOf, stateOf, queueOf, review, takenInAgain } = codingCallsOf(() => world);

const setSecondCoder = (value: DescribedValue<'coding'>) =>
  world.query((trx) =>
    putSetting(trx, { sponsorKey: 1, name: 'coding', value, at: new Date(), userId: 'test' }),
  );

const SECOND = { ...KOREAN, step: 'second' } as const;
const secondQueue = async (text: string, token = world.second) =>
  (await queueOf(token, SECOND)).groups.find(({ textKey }) => textKey === groupKey(text));
const codeBlind = (text: string, to: string, rowKeys: string[], token = world.second) =>
  world.server.call(codeAgain, {
    params: { dictionary: DICTIONARY },
    query: KOREAN,
    body: { textKey: groupKey(text), code: to, rowKeys, remark: 'as reported' },
    token,
  });
const refusalsOf = async (...coded: Parameters<typeof codeBlind>) =>
  (await codeBlind(...coded)).data.listInfo.map(({ refusal }) => refusal?.errCode ?? null);
const differencesFor = async (token: string) =>
  (await world.server.call(listDifferences, { query: KOREAN, token })).data.differences;
const differenceFor = (secondKey: number, token: string) =>
  world.server.call(readDifference, { params: { secondKey }, query: KOREAN, token });
const decideOn = (secondKey: number, to: string, token: string) =>
  world.server.call(decideDifference, {
    params: { secondKey },
    query: KOREAN,
    body: { code: to, reason: 'The label says so' },
    token,
  });

describe('a second coder', () => {
  let third: string;
  beforeAll(async () => {
    third = await world.limitedUser('coder.judge', {});
    await setSecondCoder({ secondCoder: 'all', secondShare: null });
  });
  /** A term of this text with the code of the first coder. */
  const coded = async (name: string, of = '100') => {
    const drug = await aDrug(name);
    await code(drug.caseKey, of);
    world.server.clock.advance(1000);
    return drug;
  };

  it('may be somebody who opens no case, and so never sees the first code', async () => {
    await world.query((trx) =>
      insertRole(trx, 1, { roleId: 90, name: 'Second coder', privileges: ['EDIT.SECOND_CODING'] }),
    );
    const blind = await world.limitedUser('coder.blind', {}, 90);
    const { caseKey, rowKey } = await coded('Blind alone');
    const query = { ...SECOND, textKey: groupKey('blind alone') };
    const ofGroup = { params: { dictionary: DICTIONARY }, token: blind };
    const { data } = await world.server.call(readCodingGroup, { ...ofGroup, query });
    expect(data.terms).toMatchObject([{ rowKey, code: null, refusal: null }]);
    const first = await world.server.call(readCodingGroup, {
      ...ofGroup,
      query: { ...query, step: 'first' },
    });
    expect([first.errCode, (await world.page(caseKey, 'DG', blind)).errCode]).toEqual([
      'NO_PRIVILEGE',
      'NO_PRIVILEGE',
    ]);
    expect(await refusalsOf('blind alone', '100', [rowKey], blind)).toEqual([null]);
    // who codes is not a second coder by that
    await world.query((trx) => insertRole(trx, 1, { roleId: 91, name: 'Coder', privileges: ['EDIT.CASE'] }));
    const coder = await world.limitedUser('coder.first', {}, 91);
    expect((await codeBlind('blind alone', '100', [rowKey], coder)).errCode).toBe('NO_PRIVILEGE');
    // the agreement below does not count it
    await world.status(caseKey, 'DELETE', 'Y');
  });

  it('codes blind what others coded; an equal code approves the first one', async () => {
    const { caseKey, rowKey } = await coded('Blind text');
    expect(await secondQueue('blind text', world.editor)).toBeUndefined();
    expect(await secondQueue('blind text')).toMatchObject({ terms: 1, doubts: [] });
    const { data } = await world.server.call(readCodingGroup, {
      params: { dictionary: DICTIONARY },
      query: { ...SECOND, textKey: groupKey('blind text') },
      token: world.second,
    });
    expect(data).toMatchObject({ chosen: [], terms: [{ rowKey, code: null, version: null, codedBy: null }] });
    expect(data.suggestions.filter(({ reason }) => reason.kind.startsWith('coded'))).toEqual([]);
    expect(await refusalsOf('blind text', '100', [rowKey], world.editor)).toEqual(['CODED_BY_YOURSELF']);
    expect((await codeBlind('blind text', 'none', [rowKey])).errCode).toBe('CODE_NOT_FOUND');
    expect(await refusalsOf('blind text', '100', [rowKey])).toEqual([null]);
    expect(await stateOf(rowKey)).toBe('reviewed');
    expect(await secondQueue('blind text')).toBeUndefined();
    // the answer was lost, and the user tries again; another code would be a second word
    expect(await refusalsOf('blind text', '100', [rowKey])).toEqual([null]);
    expect(await refusalsOf('blind text', '400', [rowKey])).toEqual(['SECOND_CODE_NOT_NEEDED']);
    expect(await refusalsOf('blind text', '100', [rowKey], third)).toEqual(['SECOND_CODE_NOT_NEEDED']);
    expect(await differencesFor(third)).toEqual([]);
    const audited = (await world.audit(caseKey)).filter(({ action }) => action === 'codeReviewed');
    expect(audited).toMatchObject([{ value: '100', reason: 'as reported', userId: 'sponsor.admin' }]);
  });

  it('who disagrees has the term decided by a third user, who sees both codes', async () => {
    const { caseKey, rowKey, caseNo } = await coded('Two minds');
    expect(await refusalsOf('two minds', '400', [rowKey])).toEqual([null]);
    expect(await refusalsOf('two minds', '400', [rowKey])).toEqual([null]);
    expect(await stateOf(rowKey)).toBe('coded');
    expect(await secondQueue('two minds', third)).toBeUndefined();
    expect([await differencesFor(world.editor), await differencesFor(world.second)]).toEqual([[], []]);
    const [difference] = await differencesFor(third);
    expect(difference).toMatchObject({ text: 'Two minds', caseNo });
    const secondKey = difference?.secondKey ?? 0;
    expect((await differenceFor(secondKey, world.editor)).errCode).toBe('ADJUDICATES_OWN_CODE');
    expect((await decideOn(secondKey, '400', world.second)).errCode).toBe('ADJUDICATES_OWN_CODE');
    expect((await differenceFor(secondKey, third)).data.codes).toMatchObject([
      { code: '100', entry: { term: 'Velanorix' }, remark: null },
      { code: '400', entry: { term: 'Velanorix forte' }, remark: 'as reported' },
    ]);
    const notified = await world.server.call(readNotifications, { params: { sponsorKey: 1 }, token: third });
    expect(notified.data.listInfo.filter(({ kind }) => kind === 'difference')).toMatchObject([
      { facts: { count: 1 }, path: 'coding/queue?step=decide' },
    ]);
    expect((await decideOn(secondKey, 'none', third)).errCode).toBe('CODE_NOT_FOUND');
    expect((await decideOn(secondKey, '400', third)).status).toBe(200);
    expect((await termOf(rowKey))?.cells).toMatchObject({ code: '400' });
    expect(await stateOf(rowKey)).toBe('reviewed');
    expect((await decideOn(secondKey, '400', third)).status).toBe(200);
    expect((await decideOn(secondKey, '100', third)).errCode).toBe('DIFFERENCE_NOT_FOUND');
    expect((await decideOn(secondKey, '400', world.editor)).errCode).toBe('DIFFERENCE_NOT_FOUND');
    expect((await world.audit(caseKey)).filter(({ itemId }) => itemId === CODE).slice(0, 3)).toMatchObject([
      { action: 'change', value: '400', reason: 'The label says so', userId: 'coder.judge' },
      { action: 'codeDecided', value: '400', reason: 'The label says so', userId: 'coder.judge' },
      { action: 'codedAgain', value: '400', reason: 'as reported', userId: 'sponsor.admin' },
    ]);
  });

  it('whose difference is decided for the first code leaves the case as it is', async () => {
    const { rowKey } = await coded('First is right');
    await codeBlind('first is right', '400', [rowKey]);
    const [difference] = await differencesFor(third);
    expect((await decideOn(difference?.secondKey ?? 0, '100', third)).status).toBe(200);
    expect(await stateOf(rowKey)).toBe('reviewed');
    expect(await differencesFor(third)).toEqual([]);
  });

  it('codes again once the first code is another one, and not about cases out of sight', async () => {
    const { caseKey, rowKey } = await coded('Changed mind');
    await codeBlind('changed mind', '400', [rowKey]);
    expect(await differencesFor(third)).toHaveLength(1);
    const blind = await world.limitedUser('coder.far', { senderKeys: [2] });
    expect(await differencesFor(blind)).toEqual([]);
    world.server.clock.advance(1000);
    await code(caseKey, '600');
    expect(await differencesFor(third)).toEqual([]);
    expect(await secondQueue('changed mind')).toMatchObject({ terms: 1 });
  });

  it('codes the terms that the sponsor has set', async () => {
    await coded('Selected');
    const doubt = await coded('Selected doubt', '300');
    const has = async (rule: DescribedValue<'coding'>) => {
      await setSecondCoder(rule);
      return [await secondQueue('selected'), await secondQueue('selected doubt')].map(
        (group) => group !== undefined,
      );
    };
    expect(await has({ secondCoder: 'none', secondShare: null })).toEqual([false, false]);
    expect(await has({ secondCoder: 'doubtful', secondShare: null })).toEqual([false, true]);
    expect(await has({ secondCoder: 'sample', secondShare: 100 })).toEqual([true, true]);
    expect(await has({ secondCoder: 'serious', secondShare: null })).toEqual([false, false]);
    await world.query((trx) =>
      trx.updateTable('pv_case').set({ serious: true }).where('case_key', '=', doubt.caseKey).execute(),
    );
    expect(await has({ secondCoder: 'serious', secondShare: null })).toEqual([false, true]);
  });
});

describe('a review', () => {
  it('is of another one than the coder, holds for the code it is about, and is audited', async () => {
    const { caseKey, rowKey } = await aDrug('Reviewed');
    await code(caseKey, '100');
    expect(await review(rowKey, '100', world.editor)).toBe('CODED_BY_YOURSELF');
    expect(await review(rowKey, '400')).toBe('CODE_CHANGED');
    expect(await stateOf(rowKey)).toBe('coded');
    expect(await review(rowKey, '100')).toBeNull();
    expect(await review(rowKey, '100')).toBeNull();
    expect(await stateOf(rowKey)).toBe('reviewed');
    expect((await termOf(rowKey))?.cells['reviewedBy']).toBeTruthy();
    await takenInAgain(caseKey);
    expect(await stateOf(rowKey)).toBe('reviewed');
    const audited = (await world.audit(caseKey)).filter(({ action }) => action === 'codeReviewed');
    expect(audited).toMatchObject([{ itemId: CODE, rowNo: 1, value: '100', userId: 'sponsor.admin' }]);
    world.server.clock.advance(1000);
    await code(caseKey, '400');
    expect(await stateOf(rowKey)).toBe('coded');
    world.server.clock.advance(1000);
    await code(caseKey, '100');
    expect(await stateOf(rowKey)).toBe('coded');
  });

  it('holds for the text it is about, and is refused for another one than was shown', async () => {
    const { caseKey, rowKey } = await aDrug('Seen');
    await code(caseKey, '100');
    const write = (text: string) => world.save(caseKey, 'DG', [itemValue(NAME, [1], text)], { rowNo: 1 });
    expect(await review(rowKey, '100', world.second, 'Not seen')).toBe('CODE_CHANGED');
    expect(await review(rowKey, '100', world.second, ' SEEN')).toBeNull();
    await write('Not seen');
    expect(await stateOf(rowKey)).toBe('coded');
    await write('seen');
    expect(await stateOf(rowKey)).toBe('reviewed');
  });

  it('goes along into the next version of the case, as long as the code is the same', async () => {
    const { caseKey, rowKey } = await aDrug('Followed up');
    await code(caseKey, '100');
    expect(await review(rowKey, '100')).toBeNull();
    const made = await world.server.call(createFollowUp, {
      params: { caseKey },
      body: { reason: '' },
      token: world.editor,
    });
    const next = `${made.data.caseKey}|${CODE}|1|0|0`;
    expect([await stateOf(rowKey), await stateOf(next)]).toEqual([undefined, 'reviewed']);
  });

  it('is refused for what has no code, is out of sight, or in a case that is locked', async () => {
    const { caseKey, rowKey } = await aDrug('Locked');
    expect(await review(rowKey, '100')).toBe('CODE_CHANGED');
    await code(caseKey, '100');
    await world.status(caseKey, 'LOCK', 'Y');
    expect(await review(rowKey, '100')).toBe('CASE_READ_ONLY');
    expect(await review('1|no.item|1|0|0', '100')).toBe('TERM_NOT_FOUND');
  });
});

describe('agreement', () => {
  const terms = (query: Record<string, unknown>, token = world.editor) =>
    world.server.call(listTermsCodedTwice, { params: { dictionary: DICTIONARY }, query, token });

  it('is counted of all second codings in sight, and each number has its list', async () => {
    const { dictionaries } = (await world.server.call(listCodedTwice, { token: world.editor })).data;
    expect(dictionaries).toMatchObject([{ dictionary: DICTIONARY, levels: [expect.any(String)] }]);
    const read = (query = {}, token = world.editor) =>
      world.server.call(readCodingAgreement, { params: { dictionary: DICTIONARY }, query, token });
    const { levels, pairs } = (await read()).data;
    // one equal code of four, and the first codes are always the same
    expect(levels[0]).toMatchObject({ subjects: 4, agreed: 1, kappa: 0 });
    expect(pairs).toMatchObject([{ coder: 'case.editor', otherCoder: 'sponsor.admin' }]);
    expect(pairs[0]?.levels).toMatchObject([{ subjects: 4, agreed: 1 }]);
    expect((await read({ from: '29990101' })).data.levels[0]).toMatchObject({ subjects: 0, kappa: null });
    expect((await read({ to: '29990101' })).data.levels[0]).toMatchObject({ subjects: 4 });
    const far = await world.limitedUser('coder.distant', { senderKeys: [2] });
    expect((await read({}, far)).data.levels[0]).toMatchObject({ subjects: 0 });
    expect((await terms({}, far)).data.listInfo).toEqual([]);

    const equal = (await terms({ agreed: 'Y' })).data.listInfo;
    expect(equal.map(({ cells }) => cells)).toMatchObject([
      { text: 'Blind text', first: 'Velanorix 100', second: 'Velanorix 100', outcome: 'Equal' },
    ]);
    const other = (await terms({ agreed: 'N', coder: 'sponsor.admin', otherCoder: 'case.editor' })).data;
    expect(other.listInfo.map(({ codes }) => codes['outcome']?.[0]).toSorted()).toEqual([
      'decided',
      'decided',
      'open',
    ]);
    expect((await terms({ coder: 'sponsor.admin', otherCoder: 'nobody' })).data.listInfo).toEqual([]);
  });

  it('is counted in each level of the dictionary: codes below one term are equal there', async () => {
    await bring('MEDDRA', '9.1', [
      entry('10000010', 'Ache', { parents: [{ code: 'P', term: { en: 'Pain' } }] }),
      entry('10000011', 'Sore', { parents: [{ code: 'P', term: { en: 'Pain' } }] }),
      entry('10000012', 'Itch', { parents: [{ code: 'Q', term: { en: 'Pruritus' } }] }),
    ]);
    await setSecondCoder({ secondCoder: 'all', secondShare: null });
    for (const [text, first, second] of [
      ['my ache', '10000010', '10000011'],
      ['my itch', '10000012', '10000012'],
    ] as const) {
      const { caseKey } = await world.aCase();
      await world.save(caseKey, 'AE', [itemValue('E.i.1.2', [0], text)], { rowNo: 0 });
      const codes = [itemValue('E.i.2.1b', [1], first), itemValue('E.i.2.1a', [1], '9.1')];
      expect((await world.save(caseKey, 'AE', codes, { rowNo: 1 })).status).toBe(200);
      world.server.clock.advance(1000);
      const coded = await world.server.call(codeAgain, {
        params: { dictionary: 'MEDDRA' },
        query: KOREAN,
        body: { textKey: groupKey(text), code: second, rowKeys: [`${caseKey}|E.i.2.1b|1|0|0`] },
        token: world.second,
      });
      expect(coded.data.listInfo).toMatchObject([{ refusal: null }]);
    }
    const read = { params: { dictionary: 'MEDDRA' }, query: {}, token: world.editor };
    const { levels } = (await world.server.call(readCodingAgreement, read)).data;
    expect(levels.slice(0, 3)).toMatchObject([
      { subjects: 2, agreed: 1 },
      { subjects: 2, agreed: 2, kappa: 1 },
      { subjects: 0, kappa: null },
    ]);
    const below = await world.server.call(listTermsCodedTwice, {
      ...read,
      query: { level: 1, agreed: 'Y' },
    });
    expect(below.data.listInfo).toHaveLength(2);
  });
});
