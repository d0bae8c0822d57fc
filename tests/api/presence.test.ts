/** Two people on one case, over two server processes that share nothing but the database. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressAt } from '../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../shared/case/itemValue.ts';
import {
  addCase,
  announcePresence,
  checkSession,
  leavePresence,
  listPresence,
  readJournalKey,
  readPage,
  savePage,
} from '../../shared/contract/index.ts';
import { makeCall, startTestServer, type TestServer } from './harness.ts';
import { demoDatabase, type ServerData } from '../demoData.ts';
import { addressOf, endProgram, runProgram, type Program } from './program.ts';

const TAB = (digit: string): string => digit.repeat(32);
const NOWHERE = { page: null, rowNo: null, item: null, editing: false, since: null };

let here: TestServer;
/** address of the other process */
let there: string;
let process2: Program;
let data: ServerData;
let editor: string;
let second: string;
let caseKey: number;

beforeAll(async () => {
  data = await demoDatabase();
  const { env, dir } = data;
  here = await startTestServer({ env });
  process2 = runProgram({ ...env, DATA_DIR: join(dir, 'other') });
  there = await addressOf(process2);
  [editor, second] = await Promise.all([here.token('case.editor'), here.token('sponsor.admin')]);
  caseKey = (await here.call(addCase, { body: {}, token: editor })).data.caseKey;
});
afterAll(async () => {
  await endProgram(process2);
  await here.stop();
  await data.remove();
});

const announce = (url: string, token: string, tabId: string, body: object = {}) =>
  makeCall(url, announcePresence, { params: { caseKey, tabId }, body: { ...NOWHERE, ...body }, token });
const namesAt = async (url: string, token: string) =>
  (await makeCall(url, listPresence, { params: { caseKey }, token })).data.others.map(
    ({ userName }) => userName,
  );

describe('two people on one case', () => {
  it('see each other with page, row and item, though each talks to another process', async () => {
    const item = addressAt('D.1', []);
    await announce(here.url, editor, TAB('a'), { page: 'DM', rowNo: null, item, editing: true });
    const { data } = await announce(there, second, TAB('b'), { page: 'CI' });
    expect(data.others).toMatchObject([{ tabId: TAB('a'), page: 'DM', item, editing: true }]);
    expect((await announce(here.url, editor, TAB('a'))).data.others).toMatchObject([
      { tabId: TAB('b'), page: 'CI', item: null, editing: false },
    ]);
  });

  it('are not told in which item somebody is that they do not see', async () => {
    const { items } = here.deps.catalogue.whole;
    const item = Object.values(items).find(({ blinded }) => blinded);
    await announce(there, second, TAB('e'), { page: item?.page, item: addressAt(item?.itemId ?? '', []) });
    const tab = { tabId: TAB('e'), page: item?.page, item: null };
    expect((await announce(here.url, editor, TAB('a'))).data.others).toContainEqual(
      expect.objectContaining(tab),
    );
    const listed = await makeCall(here.url, listPresence, { params: { caseKey }, token: editor });
    expect(listed.data.others).toContainEqual(expect.objectContaining(tab));
    await makeCall(there, leavePresence, { params: { caseKey, tabId: TAB('e') }, token: second });
  });

  it('do not see themselves in another tab', async () => {
    const { data } = await announce(there, editor, TAB('c'));
    expect(data.others.map(({ tabId }) => tabId)).toEqual([TAB('b')]);
    await makeCall(there, leavePresence, { params: { caseKey, tabId: TAB('c') }, token: editor });
  });

  it('are gone when they say so, and no one else can say so for them or take their place', async () => {
    const tab = { caseKey, tabId: TAB('b') };
    await makeCall(here.url, leavePresence, { params: tab, token: editor });
    await announce(here.url, editor, TAB('b'), { page: 'DM' });
    expect((await announce(here.url, editor, TAB('a'))).data.others).toMatchObject([{ page: 'CI' }]);
    await makeCall(there, leavePresence, { params: tab, token: second });
    expect(await namesAt(here.url, editor)).toEqual([]);
  });

  it('are told what others changed on their page since they read it, by whom, and not what they did themselves', async () => {
    const read = await makeCall(here.url, readPage, { params: { caseKey, page: 'DM' }, token: editor });
    const since = read.data.retrievedAt;
    const change = { ...addressAt('D.1', []), ...EMPTY_VALUE, value: 'K.K.' };
    const body = { reason: 'New Data', retrievedAt: since, changes: [change] };
    const saved = await makeCall(there, savePage, { params: { caseKey, page: 'DM' }, body, token: second });
    const announced = async (token: string, page: string) =>
      (await announce(here.url, token, TAB(token === editor ? 'a' : 'b'), { page, since })).data;
    const mine = await announced(editor, 'DM');
    expect(mine.retrievedAt).toBe(saved.data.retrievedAt);
    expect(mine.changes).toMatchObject([{ itemId: 'D.1', at: saved.data.retrievedAt }]);
    expect(mine.changes[0]?.userName).not.toBe('');
    expect((await announced(editor, 'CI')).changes).toEqual([]);
    expect((await announced(second, 'DM')).changes).toEqual([]);
  });

  it('are gone after thirty seconds of silence, also from the table', async () => {
    await announce(there, second, TAB('d'), { page: 'DM' });
    here.clock.advance(29_000);
    expect(await namesAt(here.url, editor)).not.toEqual([]);
    here.clock.advance(3_000);
    expect(await namesAt(here.url, editor)).toEqual([]);
    await announce(here.url, editor, TAB('a'));
    here.clock.advance(-32_000);
    expect(await namesAt(here.url, editor)).toEqual([]);
  });

  it('are not told of a case that they may not see', async () => {
    const params = { caseKey: 999_999, tabId: TAB('a') };
    expect((await makeCall(there, announcePresence, { params, body: NOWHERE, token: editor })).status).toBe(
      404,
    );
  });
});

describe('the key of the journal', () => {
  const keyOf = (url: string, userKey: number, token: string) =>
    makeCall(url, readJournalKey, { params: { userKey }, token });

  it('is 256 bits, the same from every process, another for each user, and told to nobody else', async () => {
    const { data } = await makeCall(there, checkSession, { params: { id: 'me' }, token: editor });
    const own = data.userKey;
    const [one, two] = await Promise.all([keyOf(here.url, own, editor), keyOf(there, own, editor)]);
    expect(Buffer.from(one.data.key, 'base64')).toHaveLength(32);
    expect(two.data.key).toBe(one.data.key);
    const other = await makeCall(there, checkSession, { params: { id: 'me' }, token: second });
    expect((await keyOf(here.url, other.data.userKey, editor)).status).toBe(403);
    expect((await keyOf(here.url, other.data.userKey, second)).data.key).not.toBe(one.data.key);
  });
});
