/** Terms of cases and their codes: they follow the cases, exact matches, the second coder, what a new version changes. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changeRecordLife,
  codeTexts,
  compareCodingReleases,
  exportCodeChanges,
  exportCoding,
  listCodeChanges,
  listCodingReleases,
  listRecords,
  previewExactMatches,
  proposeSynonym,
  readCodingGroup,
  recommendCodes,
  saveColumnFilter,
  saveRecord,
  verifyCaseAudit,
} from '../../shared/contract/index.ts';
import { itemValue, LATER, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { CODE, codingCallsOf, DICTIONARY, groupKey, KOREAN, MENU, NAME } from './codingCalls.ts';
import { entry, releasesIn } from './dictionaryReleases.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
  await bring(DICTIONARY, 'SAMPLE 1', [
    entry('100', 'Velanorix'),
    entry('200', 'Twice'),
    entry('201', 'Twice'),
    entry('300', 'Withdrawn', { current: false }),
    entry('400', 'Velanorix forte'),
    entry('500', 'Moved', { parents: [{ code: 'A', term: { en: 'Group A' } }] }),
    entry('600', 'Old name'),
    entry('700', 'Gone'),
  ]);
});
afterAll(() => world.server.stop());

const { stage, bring } = releasesIn(() => world.server);
const { aDrug, code, list, termOf, stateOf, queueOf, review, takenInAgain } = codingCallsOf(() => world);

describe('a term', () => {
  it('follows the save of its case: to be coded, coded, and gone with its row', async () => {
    const { caseKey, caseNo, rowKey } = await aDrug('Followed');
    const before = await termOf(rowKey);
    expect(before?.codes['state']).toEqual(['uncoded']);
    expect(before?.cells).toMatchObject({ text: 'Followed', caseNo, days: '0' });
    expect(before?.cells['place']).toMatch(/MFDS product code$/);
    expect(before?.link).toBe(`case/${caseKey}/detail/DG/1?item=${CODE}&rowNo=1`);
    await code(caseKey, '100');
    const after = await termOf(rowKey);
    expect(after?.codes['state']).toEqual(['coded']);
    expect(after?.cells).toMatchObject({ code: '100', version: 'SAMPLE 1', term: 'Velanorix' });
    expect(after?.cells['codedBy']).toBeTruthy();
    await world.save(caseKey, 'DG', [itemValue(CODE, [1], { value: null })], { rowNo: 1 });
    expect(await stateOf(rowKey)).toBe('uncoded');
    await world.save(caseKey, 'DG', [itemValue(NAME, [1], { value: null })], { rowNo: 1 });
    expect(await stateOf(rowKey)).toBeUndefined();
  });

  it('is not listed as long as its case is deleted', async () => {
    const { caseKey, rowKey } = await aDrug('Deleted');
    await world.status(caseKey, 'DELETE', 'Y');
    expect(await termOf(rowKey)).toBeUndefined();
    await world.status(caseKey, 'DELETE', 'N');
    expect(await stateOf(rowKey)).toBe('uncoded');
  });

  it('is told to those only who may see the case, and in its region only', async () => {
    const { rowKey } = await aDrug('Scoped', [], 1);
    const other = await world.userOfSender('coder.other', 2);
    expect(await termOf(rowKey, other)).toBeUndefined();
    expect(await termOf(rowKey, await world.userOfSender('coder.same', 1))).toBeDefined();
    expect((await list({ appendix: 'US' })).data.listInfo).toEqual([]);
  });

  it('of a case that was there before is taken in', async () => {
    const { caseKey, rowKey } = await aDrug('Before');
    await takenInAgain(caseKey, async () => expect(await termOf(rowKey)).toBeUndefined());
    expect(await stateOf(rowKey)).toBe('uncoded');
  });

  it('that is blinded is told to nobody who may not see it', async () => {
    const { caseKey, rowKey } = await aDrug('Blinded');
    await world.server.db.transaction().execute(async (trx) => {
      await sql`set local role none`.execute(trx);
      await sql`select set_config('app.sponsor', '1', true)`.execute(trx);
      await sql`update case_coding set blinded = true where case_key = ${caseKey}`.execute(trx);
    });
    expect(await termOf(rowKey)).toBeUndefined();
  });

  it('goes along as a file', async () => {
    const { caseNo } = await aDrug('Exported');
    const file = await world.server.call(exportCoding, {
      params: { menuId: MENU },
      query: { format: 'CSV', appendix: 'KR' },
      token: world.editor,
    });
    expect(file.bytes.toString()).toContain(caseNo);
  });
});

const preview = async (body: object = {}, query: object = {}) =>
  (
    await world.server.call(previewExactMatches, {
      params: { menuId: MENU },
      query: { appendix: 'KR', ...query },
      body,
      token: world.editor,
    })
  ).data;

describe('exact matches', () => {
  it('are current, the only ones of their text, and found whatever its case and width', async () => {
    const found = await aDrug(' ＶＥＬＡＮＯＲＩＸ ');
    const others = await Promise.all(['Twice', 'Withdrawn', 'Velanorix f', '100'].map((name) => aDrug(name)));
    const { listInfo, terms, version } = await preview({
      rowKeys: [found, ...others].map(({ rowKey }) => rowKey),
    });
    expect({ terms, version }).toEqual({ terms: 5, version: 'SAMPLE 1' });
    expect(listInfo).toMatchObject([
      { rowKey: found.rowKey, caseNo: found.caseNo, page: 'DG', pageRow: 1, code: '100', term: 'Velanorix' },
    ]);
  });

  it('are looked for in all that the list holds, as it is searched, but not in what has a code', async () => {
    const [one, coded] = [await aDrug('Velanorix forte'), await aDrug('Velanorix forte')];
    await code(coded.caseKey, '400');
    const keys = (await preview({}, { keyword: 'forte' })).listInfo.map(({ rowKey }) => rowKey);
    expect(keys).toEqual([one.rowKey]);
  });

  const basisOf = async (rowKey: string) => {
    const [found] = (await preview({ rowKeys: [rowKey] })).listInfo;
    if (!found) throw new Error('the term has no match');
    return { retrievedAt: found.retrievedAt };
  };

  it('are not accepted for a text that somebody else has changed since', async () => {
    const { caseKey, rowKey } = await aDrug('Velanorix');
    const basis = await basisOf(rowKey);
    const other = [itemValue(NAME, [1], { value: 'Trimelor' })];
    await world.save(caseKey, 'DG', other, { rowNo: 1, token: world.second });
    expect(await code(caseKey, '100', basis)).toMatchObject({
      status: 409,
      errCode: 'CASE_CHANGED',
      details: [{ itemId: CODE, others: [{ itemId: NAME, value: 'Trimelor' }] }],
    });
    expect(await stateOf(rowKey)).toBe('uncoded');
  });

  it('are based on the case as the preview has it: what was changed since is refused', async () => {
    const { caseKey, rowKey } = await aDrug('Velanorix');
    const basis = await basisOf(rowKey);
    await code(caseKey, '400', { token: world.second });
    const late = await code(caseKey, '100', basis);
    expect(late).toMatchObject({ status: 409, errCode: 'CASE_CHANGED' });
    expect((await termOf(rowKey))?.cells['code']).toBe('400');
  });

  it('are not shown of cases out of sight', async () => {
    const { rowKey } = await aDrug('Velanorix', [], 1);
    const token = await world.userOfSender('coder.third', 2);
    const { data } = await world.server.call(previewExactMatches, {
      params: { menuId: MENU },
      query: { appendix: 'KR' },
      body: { rowKeys: [rowKey] },
      token,
    });
    expect(data).toMatchObject({ terms: 0, listInfo: [] });
  });
});

describe('another version of a dictionary', () => {
  const compare = (token = world.editor, to = 'SAMPLE 2') =>
    world.server.call(compareCodingReleases, {
      params: { dictionary: DICTIONARY },
      query: { from: 'SAMPLE 1', to },
      token,
    });

  const changes = (query: Record<string, unknown> = {}, token = world.editor) =>
    world.server.call(listCodeChanges, {
      params: { dictionary: DICTIONARY },
      query: { from: 'SAMPLE 1', to: 'SAMPLE 2', ...query },
      token,
    });

  it('is tried on the codes that cases hold, before it is in use', async () => {
    const kases = new Map<string, string>();
    for (const held of ['300', '500', '600', '700', 'own']) {
      const { caseKey, caseNo } = await aDrug(`Held ${held}`);
      await code(caseKey, held);
      kases.set(held, caseNo);
    }
    await stage(DICTIONARY, 'SAMPLE 2', [
      entry('100', 'Velanorix'),
      entry('300', 'Withdrawn', { current: false }),
      entry('400', 'Velanorix forte'),
      entry('500', 'Moved', { parents: [{ code: 'B', term: { en: 'Group B' } }] }),
      entry('600', 'New name'),
    ]);
    const releases = (await world.server.call(listCodingReleases, { token: world.editor })).data.listInfo;
    expect(releases.find(({ dictionary }) => dictionary === DICTIONARY)?.releases).toContainEqual({
      version: 'SAMPLE 2',
      state: 'staged',
    });
    const { data } = await compare();
    expect(data.counts).toEqual({ gone: 1, notCurrent: 1, renamed: 1, level: 0, details: 0, moved: 1 });
    expect(data.unknown).toBe(1);
    expect(data.changed).toBe(4);
    const listed = await changes({ sort: 'code', direction: 'asc' });
    expect(listed.data.listInfo.map(({ cells }) => cells['code'])).toEqual(['300', '500', '600', '700']);
    const of = (held: string) => listed.data.listInfo.find(({ cells }) => cells['code'] === held);
    expect(of('500')).toMatchObject({
      cells: { changes: 'Moved', pathBefore: 'Group A', pathAfter: 'Group B' },
      codes: { changes: ['moved'] },
    });
    expect(of('600')?.cells).toMatchObject({ before: 'Old name', after: 'New name', text: 'Held 600' });
    expect(of('700')?.cells).toMatchObject({ changes: 'Removed', caseNo: kases.get('700') });
    expect(of('700')?.cells['after']).toBeUndefined();
    expect(of('700')?.link).toMatch(/^case\/\d+\/detail\/DG\/1\?/);

    const paged = await changes({ rowCount: 3, pageNo: 2, sort: 'code', direction: 'asc' });
    expect(paged.data.pageInfo).toMatchObject({ menuId: 'MU-CD-VC', totalCount: 4, totalPage: 2 });
    expect(paged.data.listInfo.map(({ cells }) => cells['code'])).toEqual(['700']);
    expect((await changes({ keyword: 'held 300' })).data.pageInfo.totalCount).toBe(1);
    const entries = [{ filterType: 'CHECK' as const, valueCode: 'gone' }];
    await world.server.call(saveColumnFilter, {
      params: { menuId: 'MU-CD-VC', columnId: 'changes' },
      body: { filters: entries },
      token: world.editor,
    });
    expect((await changes()).data.listInfo.map(({ cells }) => cells['code'])).toEqual(['700']);
    const file = await world.server.call(exportCodeChanges, {
      params: { dictionary: DICTIONARY },
      query: { from: 'SAMPLE 1', to: 'SAMPLE 2', format: 'CSV' },
      token: world.editor,
    });
    expect(file.bytes.toString()).toContain(kases.get('700'));
    expect(file.bytes.toString()).not.toContain(kases.get('600'));
    const blind = await world.userOfSender('coder.fifth', 2);
    expect((await changes({}, blind)).data.pageInfo.totalCount).toBe(0);
    expect(await changes({ to: 'SAMPLE 9' })).toMatchObject({ errCode: 'RELEASE_NOT_FOUND' });
    expect((await compare(await world.userOfSender('coder.fourth', 2))).data.codes).toBe(0);
    expect(await compare(world.editor, 'SAMPLE 9')).toMatchObject({ errCode: 'RELEASE_NOT_FOUND' });
  });
});

const inQueue = async (text: string, token = world.editor) =>
  (await queueOf(token)).groups.find(({ textKey }) => textKey === groupKey(text));
const groupOf = (text: string, token = world.editor) =>
  world.server.call(readCodingGroup, {
    params: { dictionary: DICTIONARY },
    query: { ...KOREAN, textKey: groupKey(text) },
    token,
  });
const codeAll = (text: string, to: string, terms: { rowKey: string; before: string | null }[]) =>
  world.server.call(codeTexts, {
    params: { dictionary: DICTIONARY },
    query: KOREAN,
    body: { textKey: groupKey(text), code: to, terms },
    token: world.editor,
  });

describe('the queue', () => {
  it('has equal texts as one group, which is coded together and leaves it; who chose what is told', async () => {
    const drugs = [await aDrug('Velanorix Forte syrup'), await aDrug('VELANORIX  forte syrup ')];
    const [one, two] = drugs;
    if (!one || !two) throw new Error('two drugs');
    expect(await inQueue('velanorix forte syrup')).toMatchObject({ uncoded: 2, doubts: [] });
    const [from] = (await queueOf()).groups;
    expect(from?.uncoded).toBeGreaterThan(1);
    const { data } = await groupOf('velanorix forte syrup');
    expect(data.suggestions[0]).toMatchObject({ code: '400', current: true });
    const open = data.terms.filter((term) => term.code === null);
    expect(open.map(({ rowKey }) => rowKey).toSorted()).toEqual(drugs.map(({ rowKey }) => rowKey).toSorted());
    expect(open[0]?.link).toMatch(/^case\/\d+\/detail\/DG\/1\?/);

    const terms = open.map(({ rowKey }) => ({ rowKey, before: null }));
    expect((await codeAll('velanorix forte syrup', 'none', terms)).errCode).toBe('CODE_NOT_FOUND');
    const { data: saved } = await codeAll('velanorix forte syrup', '400', terms);
    expect(saved).toEqual({ rank: 1, listInfo: terms.map(({ rowKey }) => ({ rowKey, refusal: null })) });
    // the answer was lost, and the user tries again; another code would replace one that they have not seen
    expect((await codeAll('velanorix forte syrup', '400', terms)).data.listInfo).toEqual(saved.listInfo);
    const other = await codeAll('velanorix forte syrup', '600', terms);
    expect(other.data.listInfo).toMatchObject(terms.map(() => ({ refusal: { errCode: 'CODE_CHANGED' } })));
    expect(await stateOf(one.rowKey)).toBe('coded');
    expect((await termOf(two.rowKey))?.cells).toMatchObject({ code: '400', version: 'SAMPLE 1' });
    expect(await inQueue('velanorix forte syrup')).toBeUndefined();
    const chosen = (await groupOf('velanorix forte syrup')).data.chosen;
    expect(chosen).toMatchObject([{ code: '400', term: 'Velanorix forte' }]);
    const sources = (await world.audit(two.caseKey))
      .filter(({ itemId }) => itemId === CODE)
      .map(({ source }) => source);
    expect(sources).toEqual(['ai']);
  });

  it('has codes that are doubtful: not current, unknown, or another one for the same text', async () => {
    const withdrawn = await aDrug('Doubt one');
    await code(withdrawn.caseKey, '300');
    expect(await inQueue('doubt one')).toMatchObject({ uncoded: 0, doubts: ['notCurrent'] });
    const unknown = await aDrug('Doubt two');
    await code(unknown.caseKey, 'nowhere');
    expect(await inQueue('doubt two')).toMatchObject({ doubts: ['unknown'] });
    const [first, other] = [await aDrug('Doubt three'), await aDrug('Doubt three')];
    await code(first.caseKey, '100');
    expect(await inQueue('doubt three')).toMatchObject({ uncoded: 1, doubts: [] });
    await code(other.caseKey, '400');
    expect(await inQueue('doubt three')).toMatchObject({ uncoded: 0, doubts: ['differs'] });
    world.server.clock.advance(1000);
    const saved = await codeAll('doubt three', '100', [{ rowKey: other.rowKey, before: '400' }]);
    expect(saved.data).toMatchObject({ listInfo: [{ refusal: null }] });
    expect(await inQueue('doubt three')).toBeUndefined();
    const unlike = await codeAll('doubt two', '600', [{ rowKey: unknown.rowKey, before: 'nowhere' }]);
    expect(unlike.data).toMatchObject({ rank: null, listInfo: [{ refusal: null }] });
    const sources = (await world.audit(unknown.caseKey))
      .filter(({ itemId, value }) => itemId === CODE && value === '600')
      .map(({ source }) => source);
    expect(sources).toEqual(['screen']);
    // a second coder who agrees ends the doubt
    expect(await review(withdrawn.rowKey, '300')).toBeNull();
    expect(await inQueue('doubt one')).toBeUndefined();
  });

  it('has codes that are older than their text, until a coder or a reviewer says that they are right', async () => {
    const drug = await aDrug('Older');
    await code(drug.caseKey, '100');
    const rename = async (text: string) => {
      // what is suggested is at most a minute old
      world.server.clock.advance(61_000);
      await world.save(drug.caseKey, 'DG', [itemValue(NAME, [1], { value: text })], { rowNo: 1 });
    };
    await rename('Older than its text');
    expect(await inQueue('older than its text')).toMatchObject({ uncoded: 0, doubts: ['textChanged'] });
    const { data } = await groupOf('older than its text');
    expect(data).toMatchObject({ terms: [{ code: '100', textChanged: true }], chosen: [] });
    expect(data.suggestions.map(({ reason }) => reason.kind)).not.toContain('coded');
    world.server.clock.advance(1000);
    const again = () => codeAll('older than its text', '100', [{ rowKey: drug.rowKey, before: '100' }]);
    expect((await again()).data).toMatchObject({ listInfo: [{ refusal: null }] });
    expect(await inQueue('older than its text')).toBeUndefined();
    const [last] = (await world.audit(drug.caseKey)).filter(({ itemId }) => itemId === CODE);
    expect(last).toMatchObject({ value: '100', oldValue: '100', userId: 'case.editor' });
    const params = { caseKey: drug.caseKey };
    const chain = await world.server.call(verifyCaseAudit, { params, token: world.second });
    expect(chain.data).toMatchObject({ whole: true });
    // nothing is in doubt: nothing is saved
    expect((await again()).data.listInfo).toMatchObject([{ refusal: { errCode: 'NO_MODIFIED_DATA' } }]);

    await rename('Older once more');
    expect(await inQueue('older once more')).toMatchObject({ doubts: ['textChanged'] });
    expect(await review(drug.rowKey, '100')).toBeNull();
    expect(await inQueue('older once more')).toBeUndefined();
    expect((await groupOf('older once more')).data.terms).toMatchObject([{ textChanged: false }]);
  });

  it('saves nothing over what the coder did not see, nor in cases that cannot be edited', async () => {
    const drug = await aDrug('Seen');
    await code(drug.caseKey, '100');
    const late = await codeAll('seen', '400', [{ rowKey: drug.rowKey, before: null }]);
    expect(late.data.listInfo).toMatchObject([{ refusal: { errCode: 'CODE_CHANGED' } }]);
    const locked = await aDrug('Locked up');
    await world.status(locked.caseKey, 'LOCK', 'Y');
    expect((await groupOf('locked up')).data.terms).toMatchObject([
      { refusal: { errCode: 'CASE_READ_ONLY' } },
    ]);
    const refused = await codeAll('locked up', '100', [{ rowKey: locked.rowKey, before: null }]);
    expect(refused.data.listInfo).toMatchObject([{ refusal: { errCode: 'CASE_READ_ONLY' } }]);
    const strange = await codeAll('locked up', '100', [{ rowKey: drug.rowKey, before: null }]);
    expect(strange.data.listInfo).toMatchObject([{ refusal: { errCode: 'TERM_NOT_FOUND' } }]);
  });

  it('has texts of any length, whose group is opened and coded like others', async () => {
    const comment = `${'비염과 천식의 병력이 있음 '.repeat(120)}오래된 기록`;
    const group = 'D.7.1.r';
    const row = { group, rowNo: 1, rowNo2: 0, rowNo3: 0, rowId: randomUUID(), sort: 1, deleted: false };
    const { caseKey } = await world.aCase();
    const saved = await world.save(caseKey, 'DM', [itemValue('D.7.1.r.5', [1], comment)], { rows: [row] });
    expect([saved.errMsg ?? '', comment.length > 1700]).toEqual(['', true]);
    const of = { params: { dictionary: 'MEDDRA' }, token: world.editor };
    const inMeddra = async () =>
      (await queueOf(world.editor, { dictionary: 'MEDDRA' })).groups.find(({ text }) => text === comment);
    const { textKey = '' } = (await inMeddra()) ?? {};
    const { data } = await world.server.call(readCodingGroup, { ...of, query: { ...KOREAN, textKey } });
    const terms = data.terms.map(({ rowKey }) => ({ rowKey, before: null }));
    expect(terms).toEqual([{ rowKey: `${caseKey}|D.7.1.r.1b|1|0|0`, before: null }]);
    const body = { textKey, code: '99031111', terms };
    const coded = await world.server.call(codeTexts, { ...of, query: KOREAN, body });
    expect(coded).toMatchObject({ errMsg: null, data: { listInfo: [{ refusal: null }] } });
    expect(await inMeddra()).toBeUndefined();
  });

  it('counts its groups, and answers them from any one on', async () => {
    await aDrug('One more text');
    const whole = await queueOf();
    const rest = await queueOf(world.editor, { offset: 1 });
    const keys = (of: typeof whole) => of.groups.map(({ textKey }) => textKey);
    expect([whole.total, rest.total]).toEqual([whole.groups.length, whole.total]);
    expect(rest.groups).toHaveLength(whole.total - 1);
    expect(keys(whole)).toEqual(expect.arrayContaining(keys(rest)));
    expect(await queueOf(world.editor, { offset: whole.total })).toMatchObject({
      groups: [],
      total: whole.total,
    });
  });

  it('has a text no longer whose other item of the row is coded with the same dictionary', async () => {
    await bring('WHODD', 'SAMPLE 1', [entry('0001', 'Twofold')]);
    await bring('IDF', 'SAMPLE 1', [entry('0001', 'Twofold')]);
    const { caseKey } = await aDrug('Twofold text');
    const isQueued = async (appendix: string, dictionary: string) =>
      (await queueOf(world.editor, { appendix, dictionary })).groups.some(
        ({ textKey }) => textKey === groupKey('twofold text'),
      );
    expect([await isQueued('EU', 'WHODD'), await isQueued('JP', 'IDF')]).toEqual([true, true]);
    const coded = await world.save(caseKey, 'DG', [itemValue('G.k.2.1.2b', [1], '0001')], { rowNo: 1 });
    expect(coded.errMsg).toBeNull();
    expect([await isQueued('EU', 'WHODD'), await isQueued('JP', 'IDF')]).toEqual([false, true]);
    await world.save(caseKey, 'DG', [itemValue('G.k.2.1.2b', [1], { value: null })], { rowNo: 1 });
    expect(await isQueued('EU', 'WHODD')).toBe(true);
  });

  it('shows nothing of cases out of sight', async () => {
    await aDrug('Scoped text', [], 1);
    const token = await world.userOfSender('coder.sixth', 2);
    expect(await inQueue('scoped text', token)).toBeUndefined();
    expect((await groupOf('scoped text', token)).errCode).toBe('TERM_NOT_FOUND');
    expect(await inQueue('scoped text')).toBeDefined();
  });

  it('is there in every region, with the dictionaries it has', async () => {
    const ich = await queueOf(world.editor, { appendix: 'ICH', dictionary: undefined });
    expect(ich.dictionaries.map(({ dictionary }) => dictionary)).toEqual(expect.arrayContaining(['MEDDRA']));
    expect(ich.dictionaries.map(({ dictionary }) => dictionary)).not.toContain(DICTIONARY);
  });
});

describe('a synonym of the sponsor', () => {
  const ofRecord = (recordKey: number) => ({ sponsorKey: 1, kind: 'synonym', recordKey });
  const propose = (text: string, to: string) =>
    world.server.call(proposeSynonym, {
      params: { dictionary: DICTIONARY },
      query: KOREAN,
      body: { textKey: groupKey(text), code: to },
      token: world.editor,
    });
  const approve = (recordKey: number, token: string) =>
    world.server.call(changeRecordLife, {
      params: ofRecord(recordKey),
      body: { action: 'release', reason: 'Checked' },
      token,
    });
  const change = (recordKey: number, changes: ReturnType<typeof itemValue>[], token: string) =>
    world.server.call(saveRecord, {
      params: { ...ofRecord(recordKey), page: 'SY' },
      body: { reason: 'Entered', retrievedAt: LATER, changes },
      token,
    });
  const useOf = async (keyword: string, token: string) =>
    (
      await world.server.call(listRecords, {
        params: { sponsorKey: 1, kind: 'synonym' },
        query: { keyword },
        token,
      })
    ).data.listInfo.map(({ cells, codes }) => [codes['synonymUse']?.[0], cells['synonymTerm']]);
  const codesOf = async (text: string) =>
    (await groupOf(text)).data.suggestions.map(({ code: suggested, reason }) => [suggested, reason.kind]);

  it('is proposed by a coder, approved by another user, and comes before what was coded', async () => {
    const admin = await world.server.token('sponsor.admin');
    const approver = await world.limitedUser('synonym.approver', {}, 1);
    const drug = await aDrug('Elephant drops');
    await code((await aDrug('Elephant drops')).caseKey, '100');
    expect((await propose('elephant drops', 'none')).errCode).toBe('CODE_NOT_FOUND');
    expect((await propose('never reported', '600')).errCode).toBe('TERM_NOT_FOUND');
    const { recordKey } = (await propose('elephant drops', '600')).data;
    expect((await propose('elephant drops', '600')).errCode).toBe('SYNONYM_EXISTS');
    expect(await useOf('elephant', admin)).toEqual([['draft', 'Old name']]);
    expect(await codesOf('elephant drops')).not.toContainEqual(['600', 'synonym']);

    expect((await approve(recordKey, admin)).data).toEqual({ state: 'active', deleted: false });
    expect(await useOf('elephant', admin)).toEqual([['inUse', 'Old name']]);
    const [best] = (await groupOf('elephant drops')).data.suggestions;
    expect(best).toMatchObject({ code: '600', safe: true, reason: { kind: 'synonym' } });
    expect(best?.reason).toMatchObject({
      approvedBy: expect.any(String),
      until: expect.stringMatching(/^\d{8}$/),
    });
    const recommended = await world.server.call(recommendCodes, {
      params: { dictionary: DICTIONARY },
      query: KOREAN,
      body: {
        caseKey: drug.caseKey,
        itemId: CODE,
        rowNo: 1,
        rowNo2: 0,
        rowNo3: 0,
        searchText: ' ELEPHANT  drops',
        shouldUsePooling: false,
      },
      token: world.editor,
    });
    expect(recommended.data.recommendedCodes[0]).toMatchObject({ code: '600', reason: { kind: 'synonym' } });

    // what is changed waits for another user again
    expect((await change(recordKey, [itemValue('SYN_NOTE', [], 'Brand of 2019')], admin)).status).toBe(200);
    expect(await codesOf('elephant drops')).not.toContainEqual(['600', 'synonym']);
    expect((await approve(recordKey, admin)).errCode).toBe('APPROVES_OWN_RECORD');
    expect((await approve(recordKey, approver)).status).toBe(200);
    expect((await codesOf('elephant drops'))[0]).toEqual(['600', 'synonym']);

    // after its last day it is not used
    await change(recordKey, [itemValue('SYN_UNTIL', [], '20200101')], admin);
    expect((await approve(recordKey, approver)).status).toBe(200);
    expect(await useOf('elephant', admin)).toEqual([['expired', 'Old name']]);
    expect(await codesOf('elephant drops')).not.toContainEqual(['600', 'synonym']);
  });

  it('is neither approved nor used with a code that is not current', async () => {
    const admin = await world.server.token('sponsor.admin');
    await aDrug('Elephant pills');
    const { recordKey } = (await propose('elephant pills', '300')).data;
    expect((await approve(recordKey, admin)).errCode).toBe('CODE_NOT_FOUND');
    await change(
      recordKey,
      [itemValue('SYN_CODE', [], '600')],
      await world.limitedUser('synonym.author', {}, 1),
    );
    expect((await approve(recordKey, admin)).status).toBe(200);
    await bring(DICTIONARY, 'SAMPLE 8', [
      entry('600', 'Old name', { current: false }),
      entry('100', 'Velanorix'),
    ]);
    expect(await useOf('pills', admin)).toEqual([['notCurrent', 'Old name']]);
    expect(await codesOf('elephant pills')).not.toContainEqual(['600', 'synonym']);
  });
});
