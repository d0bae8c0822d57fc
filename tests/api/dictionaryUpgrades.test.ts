/** Upgrades of dictionaries (decision 0304): found, decided by one, approved by another, switched at a day. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayAfter } from '../../shared/dates/zonedDay.ts';
import {
  approveUpgradeTexts,
  beginUpgrade,
  cancelUpgrade,
  checkSession,
  decideUpgradeTexts,
  listUpgrades,
  listUpgradeTexts,
  postponeUpgrade,
  readUpgrade,
  refreshUpgrade,
  addListView,
  saveRecord,
  scheduleUpgrade,
  searchDictionary,
  suggestUpgradeCodes,
} from '../../shared/contract/index.ts';
import { itemValue, LATER, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { releasesIn, entry } from './dictionaryReleases.ts';
import { failOnce } from './failOnce.ts';
import { eventually } from './harness.ts';
import { todayIn } from './koreanCase.ts';

const [OLD, NEW] = ['90.0', '90.1'];
const [CODE, VERSION, TEXT] = ['E.i.2.1b', 'E.i.2.1a', 'E.i.1.2'];
const above = (code: string) => [{ code, term: { en: `Term ${code}` } }];

let world: CaseWorld;
let stays: number;
beforeAll(async () => {
  world = await startCaseWorld();
  const { bring, stage } = releasesIn(() => world.server);
  const same = [entry('90000001', 'Stays the same', { parents: above('91') })];
  await bring('MEDDRA', OLD, [
    ...same,
    entry('90000002', 'Falling out', { parents: above('91') }),
    entry('90000003', 'Moves up', { parents: above('92') }),
    entry('90000004', 'Something wide', { parents: above('93') }),
    entry('90000005', 'Vanishes', { parents: above('91') }),
  ]);
  await stage('MEDDRA', NEW, [
    ...same,
    entry('90000002', 'Falling out', { parents: above('91'), current: false }),
    entry('90000012', 'Dropping out', { parents: above('91') }),
    entry('90000003', 'Moves upwards', { parents: above('90000003') }),
    entry('90000004', 'Something wide', { parents: above('93') }),
    entry('90000014', 'Something narrow', { parents: above('93') }),
  ]);
});
afterAll(() => world.server.stop());

async function aReaction(text: string, code: string): Promise<number> {
  const { caseKey } = await world.aCase();
  const changes = [itemValue(TEXT, [0], text), itemValue(CODE, [0], code), itemValue(VERSION, [0], OLD)];
  expect((await world.save(caseKey, 'AE', changes, { rowNo: 0 })).errMsg ?? '').toBe('');
  return caseKey;
}

async function reactionOf(caseKey: number): Promise<(string | null | undefined)[]> {
  const { data } = await world.row(caseKey, 'AE', 1);
  return [CODE, VERSION].map((id) => data.values.find(({ itemId }) => itemId === id)?.value);
}

const begun = (
  dictionary = 'MEDDRA',
  { to, reason }: { to: string; reason: string } = { to: NEW, reason: 'Version 90.1 is in use from March' },
) => world.server.call(beginUpgrade, { body: { dictionary, to, reason }, token: world.second });

const read = async (upgradeKey: number) =>
  (await world.server.call(readUpgrade, { params: { upgradeKey }, token: world.second })).data;

const inState = (upgradeKey: number, state: string) =>
  eventually(async () => {
    const found = await read(upgradeKey);
    expect([found.state, found.error]).toEqual([state, null]);
    return found;
  });

async function texts(upgradeKey: number, token = world.editor) {
  const params = { upgradeKey };
  const query = { rowCount: 100 };
  const { data } = await world.server.call(listUpgradeTexts, { params, query, token });
  return new Map(
    data.listInfo.map((row) => [
      row.cells['text'],
      { key: Number(row.rowKey), codes: row.codes, cells: row.cells },
    ]),
  );
}

const decide = (
  upgradeKey: number,
  textKeys: number[],
  decision: 'open' | 'stay' | 'recode',
  newCode?: string,
  token = world.editor,
) =>
  world.server.call(decideUpgradeTexts, {
    params: { upgradeKey },
    body: { textKeys, decision, ...(newCode !== undefined && { newCode }) },
    token,
  });
/** Approves texts with their codes of now, or with those that were read before. */
async function approve(upgradeKey: number, textKeys: number[], token: string, readBefore?: string) {
  const found = await texts(upgradeKey, token);
  const codeOf = (textKey: number) =>
    [...found.values()].find(({ key }) => key === textKey)?.cells['newCode'] ?? 'none';
  const body = { texts: textKeys.map((textKey) => ({ textKey, newCode: readBefore ?? codeOf(textKey) })) };
  return world.server.call(approveUpgradeTexts, { params: { upgradeKey }, body, token });
}
const schedule = (upgradeKey: number, day: string | null, versionAll = true) =>
  world.server.call(scheduleUpgrade, {
    params: { upgradeKey },
    body: { day, versionAll },
    token: world.second,
  });

describe('an upgrade', () => {
  let upgradeKey: number;
  let falling: number;
  let narrow: number;
  let vanishes: number;
  beforeAll(async () => {
    stays = await aReaction('stays the same', '90000001');
    falling = await aReaction('dropping out', '90000002');
    await aReaction('moves up', '90000003');
    narrow = await aReaction('Something narrow', '90000004');
    vanishes = await aReaction('vanishes', '90000005');
    const view = await world.server.call(addListView, {
      params: { menuId: 'MU-CS' },
      body: {
        name: 'Falling',
        shared: 'N',
        columns: [{ columnId: 'caseNo', width: null }],
        filters: [{ columnId: 'caseNo', filters: [{ filterType: 'LIKE', valueCode: '90000002' }] }],
        sort: null,
        direction: 'asc',
      },
      token: world.second,
    });
    expect(view.errMsg ?? '').toBe('');
    const synonym = await world.server.call(saveRecord, {
      params: { sponsorKey: 1, kind: 'synonym', recordKey: 0, page: 'SY' },
      body: {
        reason: 'Entered',
        retrievedAt: LATER,
        changes: [
          itemValue('SYN_TEXT', [], 'Falls from the sky'),
          itemValue('SYN_DICTIONARY', [], 'MEDDRA'),
          itemValue('SYN_CODE', [], '90000005'),
        ],
      },
      token: world.second,
    });
    expect(synonym.errMsg ?? '').toBe('');
    const answer = await begun();
    expect(answer.errMsg ?? '').toBe('');
    upgradeKey = answer.data.upgradeKey;
  });

  it('is one at a time, and leaves the sponsor with the version that it uses', async () => {
    expect((await begun()).errCode).toBe('UPGRADE_OPEN');
    const session = await world.server.call(checkSession, { params: { id: 'me' }, token: world.editor });
    expect(session.data.dictionaryVersions).toEqual({ MEDDRA: OLD });
    const { data } = await world.server.call(listUpgrades, { token: world.reader });
    expect(data.upgrades).toMatchObject([{ upgradeKey, from: OLD, to: NEW, dictionary: 'MEDDRA' }]);
    expect(data.dictionaries.find(({ dictionary }) => dictionary === 'MEDDRA')?.inUse).toBe(OLD);
  });

  it('lists the texts whose code changes, or that have a better term', async () => {
    await inState(upgradeKey, 'open');
    const found = await texts(upgradeKey);
    expect(
      [...found].map(([text, { codes, cells }]) => [text, codes['changes'], cells['newCode']]).sort(),
    ).toEqual([
      ['Something narrow', ['better'], '90000014'],
      ['dropping out', ['notCurrent'], '90000012'],
      ['moves up', ['renamed', 'level', 'moved'], undefined],
      ['vanishes', ['gone'], undefined],
    ]);
    // what the code that stays is called in the other version
    expect(found.get('moves up')?.cells['newTerm']).toBe('Moves upwards');
    const { mentions, texts: all, decided } = await read(upgradeKey);
    expect([all, decided]).toEqual([5, { open: 4, stay: 0, recode: 0, approved: 0 }]);
    expect(mentions).toContainEqual({ kind: 'view', name: 'Falling', codes: ['90000002'] });
    expect(mentions).toContainEqual({ kind: 'synonym', name: 'Falls from the sky', codes: ['90000005'] });
  });

  it('suggests codes of the other version', async () => {
    const textKey = (await texts(upgradeKey)).get('dropping out')?.key ?? 0;
    const { data } = await world.server.call(suggestUpgradeCodes, {
      params: { upgradeKey, textKey },
      token: world.editor,
    });
    expect(data.suggestions[0]).toMatchObject({ code: '90000012', term: 'Dropping out' });
    expect(data.dictionary).toBe('MEDDRA');
    // looked up before it is activated, by those who upgrade to it only
    const found = async (version: string) =>
      (
        await world.server.call(searchDictionary, {
          params: { dictionary: 'MEDDRA', version },
          query: { keyword: 'dropping' },
          token: world.editor,
        })
      ).data.listInfo.map(({ code }) => code);
    expect([await found(NEW), await found(OLD)]).toEqual([['90000012'], []]);
  });

  it('takes decisions of codes that are current, and approvals of others', async () => {
    const found = await texts(upgradeKey);
    const keys = ['dropping out', 'Something narrow'].map((text) => found.get(text)?.key ?? 0);
    const moved = found.get('moves up')?.key ?? 0;
    expect((await decide(upgradeKey, keys, 'recode', '90000002')).errCode).toBe('CODE_NOT_FOUND');
    expect((await decide(upgradeKey, [...keys, moved], 'recode')).data.decided).toBe(2);
    expect((await decide(upgradeKey, [moved], 'stay')).data.decided).toBe(1);
    expect((await decide(upgradeKey, [1_000_000], 'stay')).errCode).toBe('TERM_NOT_FOUND');
    expect((await approve(upgradeKey, keys, world.editor)).errCode).toBe('DECIDED_BY_YOURSELF');
    expect((await approve(upgradeKey, [...keys, moved], world.second)).errCode).toBe('CODE_CHANGED');
    expect((await approve(upgradeKey, keys, world.second)).data.approved).toBe(2);
    // another decision has to be approved again
    await decide(upgradeKey, keys.slice(1), 'recode', '90000001');
    expect((await read(upgradeKey)).decided).toEqual({ open: 1, stay: 1, recode: 1, approved: 1 });
    await decide(upgradeKey, keys.slice(1), 'recode');
    await approve(upgradeKey, keys, world.second);
  });

  it('approves no code that was decided after the approver had read the texts', async () => {
    const { key, cells } = (await texts(upgradeKey)).get('dropping out') ?? {};
    const wasRead = cells?.['newCode'] ?? '';
    await decide(upgradeKey, [key ?? 0], 'recode', '90000001');
    const refused = await approve(upgradeKey, [key ?? 0], world.second, wasRead);
    expect([refused.status, refused.errCode]).toEqual([409, 'CODE_CHANGED']);
    expect((await read(upgradeKey)).decided.approved).toBe(1);
    await decide(upgradeKey, [key ?? 0], 'recode', wasRead);
    expect((await approve(upgradeKey, [key ?? 0], world.second, wasRead)).data.approved).toBe(1);
  });

  it('keeps what was decided when the changes are found again', async () => {
    const refreshed = await world.server.call(refreshUpgrade, {
      params: { upgradeKey },
      token: world.second,
    });
    expect(refreshed.status).toBe(200);
    await inState(upgradeKey, 'open');
    expect((await read(upgradeKey)).decided).toEqual({ open: 1, stay: 1, recode: 0, approved: 2 });
  });

  it('is switched at its day: recoded as approved, the rest with the new version, undecided codes as they were', async () => {
    expect((await schedule(upgradeKey, null)).errCode).toBe('RELEASE_NOT_ACTIVE');
    await world.server.db
      .updateTable('dictionary_release')
      .set({ state: 'retired' })
      .where('version', '=', NEW)
      .execute();
    expect((await schedule(upgradeKey, '20200101')).errCode).toBe('UPGRADE_DAY');
    const day = dayAfter(todayIn(world), 2);
    expect((await schedule(upgradeKey, day)).status).toBe(200);
    expect((await read(upgradeKey)).switchDay).toBe(day);
    const params = { upgradeKey };
    expect((await world.server.call(postponeUpgrade, { params, token: world.second })).status).toBe(200);
    expect(await reactionOf(falling)).toEqual(['90000002', OLD]);
    await world.status(vanishes, 'LOCK', 'Y');
    // the server dies when the cases are recoded, and the version of the sponsor is not stored
    const again = await failOnce(world.server, 'sponsor_setting');
    expect((await schedule(upgradeKey, null)).status).toBe(200);
    await again();
    const { result } = await inState(upgradeKey, 'switched');
    expect(result).toEqual({ recoded: 2, versioned: 2, refusedCases: 0 });
    expect(await reactionOf(falling)).toEqual(['90000012', NEW]);
    expect(await reactionOf(narrow)).toEqual(['90000014', NEW]);
    expect(await reactionOf(stays)).toEqual(['90000001', NEW]);
    expect(await reactionOf(vanishes)).toEqual(['90000005', OLD]);
    const session = await world.server.call(checkSession, { params: { id: 'me' }, token: world.editor });
    expect(session.data.dictionaryVersions).toEqual({ MEDDRA: NEW });
    const [entry] = await world.audit(falling);
    expect(entry).toMatchObject({ reason: 'Version 90.1 is in use from March' });
    expect((await decide(upgradeKey, [1], 'stay')).errCode).toBe('UPGRADE_STATE');
    expect((await world.server.call(cancelUpgrade, { params, token: world.second })).errCode).toBe(
      'UPGRADE_STATE',
    );
  });

  it('is begun and given up by administrators alone', async () => {
    const token = world.editor;
    const body = { dictionary: 'MEDDRA', to: OLD, reason: 'x' };
    expect((await world.server.call(beginUpgrade, { body, token })).errCode).toBe('NO_PRIVILEGE');
    const params = { upgradeKey };
    expect((await world.server.call(cancelUpgrade, { params, token })).errCode).toBe('NO_PRIVILEGE');
    expect((await world.server.call(readUpgrade, { params: { upgradeKey: 999 }, token })).errCode).toBe(
      'UPGRADE_NOT_FOUND',
    );
  });
});

it('an upgrade finds what the highest maintenance number of a code changes', async () => {
  const { bring, stage } = releasesIn(() => world.server);
  const maintained = (maintenanceSeq: string, drugName: string, commonName: string) =>
    entry('999456712', drugName, { columns: { maintenanceSeq, commonName } });
  await bring('IDF', '209804', [maintained('1', 'Velanorix', 'Velanor')]);
  await stage('IDF', '209810', [
    maintained('1', 'Velanorix', 'Velanor'),
    maintained('2', 'Velanorix neo', 'Cordapine'),
  ]);
  const { caseKey } = await world.aCase();
  const changes = [itemValue('G.k.2.2', [0], 'velanorix pills'), itemValue('G.k.2.1.1b', [0], '999456712')];
  expect((await world.save(caseKey, 'DG', changes, { rowNo: 0 })).errMsg ?? '').toBe('');
  const { upgradeKey } = (await begun('IDF', { to: '209810', reason: 'IDF of October' })).data;
  await inState(upgradeKey, 'open');
  const found = (await texts(upgradeKey)).get('velanorix pills');
  expect(found?.codes['changes']).toEqual(['renamed', 'details']);
  expect([found?.cells['term'], found?.cells['newTerm']]).toEqual(['Velanorix', 'Velanorix neo']);
});

describe('an upgrade of a dictionary without a hierarchy', () => {
  const [DRUG, MPID, MPID_VERSION] = ['G.k.2.2', 'G.k.2.1.1b', 'G.k.2.1.1a'];
  const [BEFORE, AFTER] = ['2098 MAR', '2098 SEP'];
  const drug = (code: string, name: string, columns: Record<string, string>) =>
    entry(code, name, { columns: { whoddType: 'MPID', ...columns } });
  let upgradeKey: number;
  const cases = new Map<string, number>();
  beforeAll(async () => {
    const { bring, stage } = releasesIn(() => world.server);
    await bring('WHODD', BEFORE, [
      drug('9000', 'Cordaplen', { drugCode: '000900 01 001', ingredients: 'Cordapine' }),
      drug('9001', 'Dolomax', { drugCode: '000901 01 001', ingredients: 'Dolonal' }),
      drug('9002', 'Fevrin', { drugCode: '000902 01 001', ingredients: 'Fevronal' }),
      drug('9003', 'Zalmer', { drugCode: '000903 01 001', ingredients: 'Zalmeride' }),
    ]);
    await stage('WHODD', AFTER, [
      drug('9010', 'Cordaplen neo', { drugCode: '000900 01 001', ingredients: 'Cordapine' }),
      drug('9001', 'Dolomax', { drugCode: '000901 01 001', ingredients: 'Dolonal;Caffeine' }),
      drug('9012', 'Fevrin', { drugCode: '000912 01 001', ingredients: 'Fevronal' }),
      drug('9003', 'Zalmer', { drugCode: '000903 01 001', ingredients: 'Zalmeride' }),
    ]);
    for (const [name, code] of [
      ['cordaplen drops', '9000'],
      ['dolomax', '9001'],
      ['fevrin pills', '9002'],
      ['zalmer', '9003'],
    ] as const) {
      const { caseKey } = await world.aCase();
      const changes = [itemValue(DRUG, [0], name), itemValue(MPID, [0], code)];
      const version = itemValue(MPID_VERSION, [0], BEFORE);
      const saved = await world.save(caseKey, 'DG', [...changes, version], { rowNo: 0 });
      expect(saved.errMsg ?? '').toBe('');
      cases.set(name, caseKey);
    }
    const answer = await begun('WHODD', { to: AFTER, reason: 'WHODrug of September' });
    expect(answer.errMsg ?? '').toBe('');
    upgradeKey = answer.data.upgradeKey;
  });

  it('tells what its descriptor compares, and which code replaces one that is gone', async () => {
    await inState(upgradeKey, 'open');
    const found = await texts(upgradeKey);
    expect(
      [...found].map(([text, { codes, cells }]) => [text, codes['changes'], cells['newCode']]).sort(),
    ).toEqual([
      // the drug code stays, the name changes
      ['cordaplen drops', ['gone', 'replaced'], '9010'],
      ['dolomax', ['details'], undefined],
      // the name stays
      ['fevrin pills', ['gone', 'replaced'], '9012'],
    ]);
  });

  it('keeps both versions side by side until it is switched for the sponsor', async () => {
    await world.server.db
      .updateTable('dictionary_release')
      .set({ state: 'retired' })
      .where('version', '=', AFTER)
      .execute();
    const found = await texts(upgradeKey);
    const keys = ['cordaplen drops', 'fevrin pills'].map((text) => found.get(text)?.key ?? 0);
    expect((await decide(upgradeKey, keys, 'recode')).data.decided).toBe(2);
    expect((await approve(upgradeKey, keys, world.second)).data.approved).toBe(2);
    await decide(upgradeKey, [found.get('dolomax')?.key ?? 0], 'stay');
    const versions = async () =>
      (await world.server.call(checkSession, { params: { id: 'me' }, token: world.editor })).data
        .dictionaryVersions['WHODD'];
    expect(await versions()).toBe(BEFORE);
    expect((await schedule(upgradeKey, null)).status).toBe(200);
    expect((await inState(upgradeKey, 'switched')).result).toEqual({
      recoded: 2,
      versioned: 2,
      refusedCases: 0,
    });
    expect(await versions()).toBe(AFTER);
    const codes = async (name: string) => {
      const { data } = await world.row(cases.get(name) ?? 0, 'DG', 1);
      return [MPID, MPID_VERSION].map((id) => data.values.find(({ itemId }) => itemId === id)?.value);
    };
    expect(await codes('cordaplen drops')).toEqual(['9010', AFTER]);
    expect(await codes('fevrin pills')).toEqual(['9012', AFTER]);
    expect(await codes('dolomax')).toEqual(['9001', AFTER]);
  });

  it('is offered for every dictionary that codes items and is loaded', async () => {
    const { data } = await world.server.call(listUpgrades, { token: world.reader });
    const offered = data.dictionaries.map(({ dictionary }) => dictionary);
    expect(offered).toEqual(expect.arrayContaining(['MEDDRA', 'WHODD', 'IDF', 'KCD', 'WHOART', 'UNII']));
    // those that search the entries of another one are upgraded with it
    expect(offered).not.toContain('WHODD_PHPID');
  });
});
