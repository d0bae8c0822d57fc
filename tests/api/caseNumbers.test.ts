/** Numbers of cases: by the sponsor's setting, over two processes, never given twice; generated once for a report. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_CASE_NUMBER } from '../../shared/case-number/caseNumberFormat.ts';
import {
  addCase,
  generateCaseNumber,
  listSettingsAudit,
  createFollowUp,
  readCaseId,
  readSettings,
  saveSettings,
  verifyCaseAudit,
} from '../../shared/contract/index.ts';
import { caseWorldOn, itemValue, type CaseWorld } from './caseWorld.ts';
import { makeCall, startTestServer } from './harness.ts';
import { demoDatabase, type ServerData } from '../demoData.ts';
import { addressOf, endProgram, runProgram, type Program } from './program.ts';

let world: CaseWorld;
let other: Program;
/** address of the other process */
let there: string;
let data: ServerData;

beforeAll(async () => {
  data = await demoDatabase();
  const { env, dir } = data;
  world = await caseWorldOn(await startTestServer({ env }));
  other = runProgram({ ...env, DATA_DIR: join(dir, 'other') });
  there = await addressOf(other);
});
afterAll(async () => {
  await endProgram(other);
  await world.server.stop();
  await data.remove();
});

const inSponsor = { sponsorKey: 1 };
const settings = async (token = world.second) =>
  (await world.server.call(readSettings, { params: inSponsor, token })).data;
const set = async (more: object, token = world.second) => {
  const { setAt, caseNumber } = await settings();
  const body = { reason: 'New year', setAt, caseNumber: { ...caseNumber, ...more } };
  return world.server.call(saveSettings, { params: inSponsor, body, token });
};
const generate = (caseKey: number, token = world.editor, body = {}) =>
  world.server.call(generateCaseNumber, { params: { caseKey }, body, token });
const yearNow = async () => (await settings()).preview.day.slice(0, 4);

describe('the setting', () => {
  it('is the default of the product until the sponsor sets it', async () => {
    const found = await settings();
    expect(found).toMatchObject({ setAt: null, caseNumber: DEFAULT_CASE_NUMBER });
    expect(found.preview).toMatchObject({ limit: 100, timeZone: 'Asia/Seoul' });
    expect(found.preview.senders.length).toBeGreaterThan(0);
    expect(found.preview.sequences[0]).toMatchObject({ name: `YYYY=${await yearNow()}` });
    const { caseNo } = await world.aCase();
    expect(caseNo).toMatch(/^CASE-\d{4}-\d{5}$/);
  });

  it('is changed with a reason, and says in its trail what it was', async () => {
    const { data, status } = await set({ identifier: 'ICSR', pattern: '{ID}-{YYYY}{MM}-{SEQ:6}' });
    expect(status).toBe(200);
    expect(await settings()).toMatchObject({ setAt: data.setAt, caseNumber: { identifier: 'ICSR' } });
    const { data: trail } = await world.server.call(listSettingsAudit, {
      params: inSponsor,
      token: world.second,
    });
    expect(trail.listInfo).toMatchObject([
      { cells: { item: 'Identifier', before: 'CASE', after: 'ICSR', reason: 'New year' } },
      { cells: { item: 'Format of the number', after: '{ID}-{YYYY}{MM}-{SEQ:6}' } },
    ]);
    expect((await world.aCase()).caseNo).toMatch(/^ICSR-\d{6}-\d{6}$/);
  });

  it('goes on with its sequence where the condition stays, and begins one where it does not', async () => {
    await set({ pattern: '{ID}-{YYYY}-{SEQ:5}', identifier: 'A', condition: ['YYYY'] });
    const first = Number((await world.aCase()).caseNo.slice(-5));
    await set({ identifier: 'B' });
    const second = await world.aCase();
    expect(second.caseNo).toBe(`B-${await yearNow()}-${String(first + 1).padStart(5, '0')}`);
    await set({ condition: [] });
    expect((await world.aCase()).caseNo).toBe(`B-${await yearNow()}-00001`);
  });

  it.each([
    ['without a sequence', { pattern: '{ID}' }, 'SETTING_REFUSED'],
    [
      'with a condition that is not in the text',
      { pattern: '{ID}{SEQ:3}', condition: ['MM'] },
      'SETTING_REFUSED',
    ],
    ['that is too long', { pattern: `{SEQ:5}${'x'.repeat(99)}` }, 'SETTING_REFUSED'],
    ['that says what stands there', {}, 'NO_MODIFIED_DATA'],
  ])('refuses one %s', async (_what, more, errCode) => {
    const before = await settings();
    expect(await set(more)).toMatchObject({ status: 422, errCode });
    expect((await settings()).caseNumber).toEqual(before.caseNumber);
  });

  it('is not changed over what somebody else set meanwhile, nor by who may only read it', async () => {
    const { caseNumber } = await settings();
    const body = { reason: 'x', setAt: null, caseNumber: { ...caseNumber, identifier: 'Z' } };
    const late = await world.server.call(saveSettings, { params: inSponsor, body, token: world.second });
    expect(late).toMatchObject({ status: 409, errCode: 'SETTINGS_CHANGED' });
    expect(await set({ identifier: 'Z' }, world.editor)).toMatchObject({ errCode: 'NO_PRIVILEGE' });
  });
});

describe('the number of a case', () => {
  it('is another for each of fifty made at once by two processes, without a gap', async () => {
    await set({ identifier: 'P', pattern: '{ID}-{SEQ:3}', condition: [] });
    const from = Number((await world.aCase()).caseNo.slice(2));
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        makeCall(at % 2 === 0 ? world.server.url : there, addCase, { body: {}, token: world.editor }),
      ),
    );
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 200));
    const numbers = made.map(({ data }) => Number(data.caseNo.slice(2))).sort((a, b) => a - b);
    expect(numbers).toEqual(made.map((_, at) => from + at + 1));
  });

  it('is the next one where a case came with that number, had it once, or is deleted', async () => {
    await set({ identifier: 'Q', pattern: '{ID}-{SEQ:3}', condition: [] });
    const { caseKey, caseNo } = await world.aCase();
    const at = Number(caseNo.slice(2));
    const number = (ahead: number) => `Q-${String(at + ahead).padStart(3, '0')}`;
    // typed by hand, and taken back: it was a number of a case
    await world.save(caseKey, 'CI', [itemValue('C.1.1', [], number(1))]);
    await world.save(caseKey, 'CI', [itemValue('C.1.1', [], '')]);
    await world.save(caseKey, 'CI', [itemValue('C.1.1', [], number(2))]);
    await world.status(caseKey, 'DELETE', 'Y');
    expect((await world.aCase()).caseNo).toBe(number(3));
  });

  it('is the first one that is free behind those of very many cases that came with numbers of its format', async () => {
    await set({ identifier: 'R', pattern: '{ID}-{SEQ:1}', condition: ['ID'] });
    const { caseKey, caseNo } = await world.aCase();
    expect(caseNo).toBe('R-1');
    // all but R-5, R-90000 and those behind R-120000
    await world.query((trx) =>
      sql`insert into case_number (sponsor_key, number, case_key, at)
        select 1, 'R-' || n, ${caseKey}, now() from generate_series(2, 120000) n where n not in (5, 90000)`.execute(
        trx,
      ),
    );
    for (const next of ['R-5', 'R-90000', 'R-120001', 'R-120002'])
      expect((await world.aCase()).caseNo).toBe(next);
  });

  it('is given with the parts of the day in the time zone of the sponsor', async () => {
    await world.query((trx) =>
      trx
        .updateTable('sponsor')
        .set({ time_zone: 'Pacific/Kiritimati' })
        .where('sponsor_key', '=', 1)
        .execute(),
    );
    await set({ identifier: 'T', pattern: '{ID}-{YYYY}-{MM}-{SEQ:3}', condition: ['YYYY', 'MM'] });
    const { day } = (await settings()).preview;
    expect((await world.aCase()).caseNo).toBe(`T-${day.slice(0, 4)}-${day.slice(4, 6)}-001`);
  });

  it('of a version that becomes a case of its own follows the setting, too', async () => {
    const { caseKey } = await world.aCase();
    await world.save(caseKey, 'CI', [itemValue('C.1.1', [], 'KR-X-1')]);
    const { data } = await world.server.call(createFollowUp, {
      params: { caseKey },
      body: { reason: '' },
      token: world.editor,
    });
    await world.save(data.caseKey, 'CI', [itemValue('C.1.1', [], 'KR-X-2')]);
    const params = { caseKey: data.caseKey };
    const named = await world.server.call(readCaseId, { params, token: world.reader });
    expect(named.data.caseNo).toMatch(/^T-\d{4}-\d{2}-\d{3}$/);
    expect(named.data.versionNo).toBe(1);
  });
});

describe('the number of a report', () => {
  it('is made of country, company and case number, once, and changes nothing by itself', async () => {
    const { caseKey, caseNo } = await world.aCase();
    await world.save(caseKey, 'RP', [itemValue('C.2.r.3', [0], 'JP')], { rowNo: 0 });
    const before = (await world.page(caseKey, 'CI')).data;
    const attempt = { creationKey: randomUUID() };
    const { data, status } = await generate(caseKey, world.editor, attempt);
    expect(status).toBe(200);
    // the answer was lost, and the user tries again
    expect((await generate(caseKey, world.editor, attempt)).data).toEqual(data);
    expect(data.number).toMatch(new RegExp(`^JP-[A-Z0-9]+-${caseNo}$`));
    expect((await world.page(caseKey, 'CI')).data).toMatchObject({
      values: before.values,
      retrievedAt: before.retrievedAt,
    });
    expect(await generate(caseKey)).toMatchObject({
      status: 409,
      errCode: 'CASE_NUMBER_ALREADY_GENERATED',
      errMsg: expect.stringContaining(data.number) as string,
      details: { number: data.number },
    });
    // saved like anything typed; a further version got its number, too
    expect((await world.save(caseKey, 'CI', [itemValue('C.1.1', [], data.number)])).status).toBe(200);
    const body = { reason: '' };
    const next = await world.server.call(createFollowUp, { params: { caseKey }, body, token: world.editor });
    expect(await generate(next.data.caseKey)).toMatchObject({ errCode: 'CASE_NUMBER_ALREADY_GENERATED' });
    const entry = (await world.audit(caseKey)).find(({ itemId }) => itemId === 'NUMBER');
    expect(entry).toMatchObject({ value: data.number, source: 'system', itemLabel: 'Generated case number' });
    const chain = await world.server.call(verifyCaseAudit, { params: { caseKey }, token: world.reader });
    expect(chain.data.whole).toBe(true);
  });

  it('differs from one that came with another case', async () => {
    const [one, two] = [await world.aCase(), await world.aCase()];
    const wanted = (await generate(one.caseKey)).data.number.replace(one.caseNo, two.caseNo);
    await world.save(one.caseKey, 'CI', [itemValue('C.1.1', [], wanted)]);
    expect((await generate(two.caseKey)).data.number).toBe(`${wanted}-2`);
  });

  it('is generated once, however many ask at once', async () => {
    const { caseKey } = await world.aCase();
    const answers = await Promise.all(Array.from({ length: 6 }, () => generate(caseKey)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is not generated for a locked case, nor for who may not edit', async () => {
    const { caseKey } = await world.aCase();
    expect(await generate(caseKey, world.reader)).toMatchObject({ errCode: 'NO_PRIVILEGE' });
    await world.status(caseKey, 'LOCK', 'Y');
    expect(await generate(caseKey)).toMatchObject({ errCode: 'CASE_READ_ONLY' });
  });
});
