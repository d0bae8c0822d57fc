/** The log of mails about cases: who may see it, and what became of each mail. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  exportEmailLogs,
  listEmailLogs,
  readEmailLog,
  saveColumnFilter,
} from '../../shared/contract/index.ts';
import { logCaseMail } from '../../server/mail/caseMailLog.ts';
import { openMail, putMail } from '../../server/mail/outbox.ts';
import { markFailed, markSent } from '../../server/mail/outbox.store.ts';
import { startCaseWorld, type CaseWorld } from './caseWorld.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

const list = async (query: object = {}, token = world.editor) =>
  (await world.server.call(listEmailLogs, { query: { ...query }, token })).data.listInfo;
const read = (emailKey: number, token = world.editor) =>
  world.server.call(readEmailLog, { params: { emailKey }, token });

const USER = { userKey: 2, userId: 'case.editor', userName: 'Mina Park' };

/** A mail about a case to two, put out as the product does. */
async function aMail(caseKey: number) {
  const { deps } = world.server;
  const mail = openMail({
    ...deps.config,
    publicUrl: 'https://safety.example',
    mail: { host: 'h', port: 1, secure: false, login: null, from: 'safety@example.com', reports: null },
  });
  if (!mail) throw new Error('no mail was set up');
  return world.query(async (trx) => {
    const at = deps.clock.now();
    const recipients = [];
    for (const [userName, address] of [
      ['Ana', 'ana@example.com'],
      ['Bo', 'bo@example.com'],
    ] as const) {
      const put = { to: address, subject: 'Report', text: 'secret', giveUpAt: at };
      recipients.push({ userName, address, outboxKey: await putMail(trx, deps, mail, put) });
    }
    recipients.push({ userName: 'Cy', address: 'cy@example.com', outboxKey: null });
    const about = { reportId: 'CIOMS', receiver: 'MFDS', size: 1234, hasPassword: true };
    return {
      emailKey: await logCaseMail(trx, { sponsorKey: 1, caseKey, at, user: USER, recipients, ...about }),
      keys: recipients.map(({ outboxKey }) => outboxKey),
    };
  });
}

describe('a mail about a case', () => {
  it('is listed without what it said, and tells of each recipient what became of it', async () => {
    const { caseKey, caseNo } = await world.aCase();
    const { emailKey, keys } = await aMail(caseKey);
    const [row] = await list();
    expect(row).toMatchObject({ rowKey: String(emailKey), delFlag: 'N' });
    expect(row?.cells).toMatchObject({
      caseNo,
      report: 'CIOMS',
      receiver: 'MFDS',
      size: '1234',
      password: 'Yes',
    });
    expect(row?.cells['recipients']).toBe('Ana <ana@example.com>, Bo <bo@example.com>, Cy <cy@example.com>');
    expect(JSON.stringify(row)).not.toContain('secret');
    expect(row?.codes['result']?.toSorted()).toEqual(['notSent', 'waiting']);
    const at = world.server.clock.now();
    await markSent(world.server.db, keys[0] ?? 0, at);
    await markFailed(world.server.db, keys[1] ?? 0, '550 no such mailbox');
    const { data } = await read(emailKey);
    expect(data).toMatchObject({ caseKey, caseNo, userName: 'Mina Park', password: 'Y', size: 1234 });
    expect(data.recipients).toEqual([
      { userName: 'Ana', address: 'ana@example.com', result: 'sent', at: at.toISOString(), why: null },
      { userName: 'Bo', address: 'bo@example.com', result: 'failed', at: null, why: '550 no such mailbox' },
      { userName: 'Cy', address: 'cy@example.com', result: 'notSent', at: null, why: null },
    ]);
  });

  it('is as good as not there for who may not see the case', async () => {
    const { caseKey } = await world.aCase(1);
    const { emailKey } = await aMail(caseKey);
    const elsewhere = await world.userOfSender('elsewhere', 2);
    expect((await list({}, elsewhere)).map(({ rowKey }) => rowKey)).not.toContain(String(emailKey));
    expect(await read(emailKey, elsewhere)).toMatchObject({ status: 404, errCode: 'NOT_FOUND' });
    expect((await read(emailKey, world.reader)).status).toBe(200);
    expect((await read(999_999)).status).toBe(404);
  });
});

it('is filtered by what became of a mail, and goes out as a file', async () => {
  const params = { menuId: 'MU-CS-LOG', columnId: 'result' };
  const filters = [{ filterType: 'CHECK', valueCode: 'failed' }];
  await world.server.call(saveColumnFilter, { params, body: { filters }, token: world.second });
  const found = await list({}, world.second);
  expect(found.length).toBeGreaterThan(0);
  expect(found.every(({ codes }) => codes['result']?.includes('failed'))).toBe(true);
  const file = await world.server.call(exportEmailLogs, { query: { format: 'CSV' }, token: world.second });
  expect(file.bytes.toString().trim().split('\n')).toHaveLength(found.length + 1);
});
