/** Reports mailed through a real mail server: whom they may go to, what they carry, and what becomes of each mail. */
import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  listEmailLogs,
  readCaseMailForm,
  readDistributionHistory,
  readCaseQuestions,
  readEmailLog,
  saveColumnFilter,
  saveRecord,
  sendCaseMail,
  writeToReporter,
  type CaseMailForm,
} from '../../shared/contract/index.ts';
import { pdfText } from '../pdfText.ts';
import { itemValue, LATER, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { attachmentsOf, startMailServer, type MailServer } from './mailServer.ts';
import { allowMails, mailTo } from './mailWorld.ts';

const ADMINISTRATOR = 1;
const PATIENT = 'Zyxwv';
const PASSWORD = 'correct horse battery';

let world: CaseWorld;
let smtp: MailServer;
let caseKey: number;
let caseNo: string;
beforeAll(async () => {
  smtp = await startMailServer();
  world = await startCaseWorld({
    CASEWRIGHT_MAIL_URL: smtp.url,
    CASEWRIGHT_MAIL_FROM: 'safety@example.com',
    CASEWRIGHT_MAIL_REPORTS_URL: smtp.mailbox.url,
    CASEWRIGHT_MAIL_REPORTS_TO: 'reports@example.com',
    CASEWRIGHT_PUBLIC_URL: 'https://safety.example',
  });
  ({ caseKey, caseNo } = await world.aCase(1));
  await world.save(caseKey, 'DM', [itemValue('D.1', [], PATIENT), itemValue('D.5', [], '2')]);
  await allowMails(world, '@partner.example');
});
afterAll(async () => {
  await world.server.stop();
  await smtp.close();
});

const to = (...addresses: string[]) => addresses.map((address) => ({ address }));
const send = (form: Partial<CaseMailForm>, token = world.editor) =>
  world.server.call(sendCaseMail, {
    params: { caseKey },
    body: {
      reportId: 'CIOMS',
      recipients: to('qa@partner.example'),
      content: 'Please see the report.',
      ...form,
    },
    token,
  });
const log = async (emailKey: number) =>
  (await world.server.call(readEmailLog, { params: { emailKey }, token: world.editor })).data;

describe('a letter to the reporter', () => {
  const SEX = { itemId: 'D.5', rowNo: 0, rowNo2: 0, rowNo3: 0 };
  const write = (address: string, token = world.editor, creationKey?: string) =>
    world.server.call(writeToReporter, {
      params: { caseKey },
      body: {
        ...(creationKey && { creationKey }),
        to: address,
        subject: `Questions about ${caseNo}`,
        text: 'Please answer: 1. Sex?',
        dueDays: 14,
        questions: [{ ...SEX, text: 'Sex?' }],
      },
      token,
    });
  const questions = async () =>
    (await world.server.call(readCaseQuestions, { params: { caseKey }, token: world.editor })).data.listInfo;

  it('goes to an address that is allowed only, and from nobody who may not edit', async () => {
    expect(await write('doctor@elsewhere.example')).toMatchObject({ status: 422, errCode: 'MAIL_REFUSED' });
    expect(await write('doctor@partner.example', world.reader)).toMatchObject({ status: 403 });
    expect(await questions()).toEqual([]);
  });

  it('asks a question at each field, which knows what became of the mail', async () => {
    expect(await write('doctor@partner.example')).toMatchObject({ data: { count: 1 } });
    const mail = await mailTo(smtp, 'doctor@partner.example');
    expect(mail?.text).toContain('1. Sex?');
    expect(mail?.text).not.toContain(PATIENT);
    await expect.poll(questions).toMatchObject([
      {
        ...SEX,
        addressee: null,
        state: 'open',
        daysLeft: 14,
        mail: { to: 'doctor@partner.example', state: 'sent' },
        steps: [{ type: 'ask', text: 'Sex?' }],
      },
    ]);
  });

  it('is sent once for each key of the caller', async () => {
    const before = (await questions()).length;
    const key = crypto.randomUUID();
    const [first, again] = await Promise.all(
      [1, 2].map(() => write('doctor@partner.example', undefined, key)),
    );
    expect(first).toMatchObject({ data: { count: 1 } });
    expect(again?.data).toEqual(first?.data);
    expect(await questions()).toHaveLength(before + 1);
  });
});

describe('a mailed report', () => {
  it('is sent once for each key of the caller, and again with another', async () => {
    const key = crypto.randomUUID();
    const attempts = await Promise.all([1, 2].map(() => send({ creationKey: key })));
    const [first, again] = attempts.map(({ data }) => data.emailKey);
    expect(again).toBe(first);
    expect((await send({ creationKey: key })).data.emailKey).toBe(first);
    expect((await send({ creationKey: crypto.randomUUID() })).data.emailKey).not.toBe(first);
  });

  it('goes to each consignee in a mail of its own, without personal data in subject and text', async () => {
    const { status, data } = await send({ recipients: to('ana@partner.example', 'Bo@partner.example') });
    expect(status).toBe(200);
    const mail = await mailTo(smtp, 'ana@partner.example');
    await mailTo(smtp, 'Bo@partner.example');
    expect(mail?.to).toEqual(['ana@partner.example']);
    expect(mail?.raw).toContain(`Subject: Casewright: report CIOMS of case ${caseNo}, version 1`);
    expect(mail?.raw).toContain('Please see the report.');
    const [file] = attachmentsOf(mail?.raw ?? '');
    expect(file?.name).toMatch(new RegExp(`^CIOMS_${caseNo}_v1_\\d{8}\\.pdf$`));
    expect(await pdfText(file?.bytes ?? Buffer.of())).toContain(PATIENT);
    expect(mail?.raw).not.toContain(PATIENT);
    await expect
      .poll(async () => (await log(data?.emailKey ?? 0))?.recipients.map(({ result }) => result))
      .toEqual(['sent', 'sent']);
    const entry = await log(data?.emailKey ?? 0);
    expect(entry).toMatchObject({ reportId: 'CIOMS', password: 'N', size: file?.bytes.length });
  });

  it('is a distribution of the case', async () => {
    const { data } = await world.server.call(readDistributionHistory, {
      params: { caseKey },
      token: world.editor,
    });
    expect(data?.listInfo.some(({ reportId }) => reportId === 'CIOMS')).toBe(true);
  });

  it.each(['비밀번호', 'Zürich', '😀', 'ａｂｃ'])(
    'is not closed by %s, which programs read differently',
    async (password) => {
      expect(await send({ recipients: to('locked@partner.example'), password })).toMatchObject({
        status: 400,
      });
    },
  );

  it('opens with its password only, which is neither mailed nor stored', async () => {
    const address = 'locked@partner.example';
    const { data } = await send({ recipients: to(address), password: PASSWORD });
    const mail = await mailTo(smtp, address);
    const [file] = attachmentsOf(mail?.raw ?? '');
    const bytes = file?.bytes ?? Buffer.of();
    expect(bytes.includes('/V 5')).toBe(true);
    await expect(pdfText(bytes)).rejects.toThrow(/password/i);
    await expect(pdfText(bytes, 'another')).rejects.toThrow(/password/i);
    expect(await pdfText(bytes, PASSWORD)).toContain(PATIENT);
    expect(mail?.raw).not.toContain(PASSWORD);
    expect((await log(data?.emailKey ?? 0))?.password).toBe('Y');
    expect(await rowsWith(PASSWORD)).toEqual([]);
  });

  it('carries a form in the language of its receiver, unless another one is chosen', async () => {
    const partner = {
      receiverName: 'Partner in Seoul',
      receiverType: 'partner',
      RECEIVER_LANGUAGE: 'kor',
    };
    const saved = await world.server.call(saveRecord, {
      params: { sponsorKey: 1, kind: 'receiver', recordKey: 0, page: 'RV' },
      body: {
        reason: 'Entered',
        retrievedAt: LATER,
        changes: Object.entries(partner).map(([itemId, value]) => itemValue(itemId, [], value)),
        rows: [],
      },
      token: world.second,
    });
    expect(saved.status).toBe(200);
    const mailed = async (address: string, form: Partial<CaseMailForm>) => {
      const { receiverName } = partner;
      await send({ reportId: 'READABLE', receiverName, recipients: to(address), ...form });
      const [file] = attachmentsOf((await mailTo(smtp, address)).raw);
      return pdfText(file?.bytes ?? Buffer.of());
    };
    expect(await mailed('seoul@partner.example', {})).toMatch(/[가-힣]{2}/);
    expect(await mailed('english@partner.example', { language: 'en' })).not.toMatch(/[가-힣]{2}/);
  });

  it('carries XML in an AES ZIP', async () => {
    const address = 'xml@partner.example';
    const { status } = await send({
      reportId: 'XML',
      receiverName: 'MFDS',
      recipients: to(address),
      password: PASSWORD,
    });
    expect(status).toBe(200);
    const [file] = attachmentsOf((await mailTo(smtp, address)).raw);
    expect(file?.name).toBe(`${caseNo}.zip`);
    const [entry] = await new ZipReader(
      new BlobReader(new Blob([new Uint8Array(file?.bytes ?? [])])),
    ).getEntries();
    if (!entry || entry.directory) throw new Error('no file in the ZIP');
    expect(entry.filename).toBe(`${caseNo}.xml`);
    expect(await entry.getData(new TextWriter(), { password: PASSWORD })).toContain(
      `<name>${PATIENT}</name>`,
    );
    await expect(entry.getData(new TextWriter(), { password: 'another' })).rejects.toThrow(/password/i);
  });

  it('carries XML as it is without a password', async () => {
    const address = 'plain@partner.example';
    await send({ reportId: 'XML', receiverName: 'MFDS', recipients: to(address) });
    const [file] = attachmentsOf((await mailTo(smtp, address)).raw);
    expect(file?.name).toBe(`${caseNo}.xml`);
    expect(file?.bytes.toString()).toContain(`<name>${PATIENT}</name>`);
  });
});

describe('the state of a consignee', () => {
  it('is retried after a temporary refusal, and failed after a final one, with the answer of the server', async () => {
    smtp.refuse('later@partner.example', [451]);
    smtp.refuse('gone@partner.example', [550]);
    const { data } = await send({ recipients: to('later@partner.example', 'gone@partner.example') });
    const emailKey = data?.emailKey ?? 0;
    const stateOf = async (address: string) =>
      (await log(emailKey))?.recipients.find((one) => one.address === address);
    await expect.poll(async () => (await stateOf('gone@partner.example'))?.result).toBe('failed');
    expect((await stateOf('gone@partner.example'))?.why).toContain('refused with 550');
    await expect
      .poll(async () => (await stateOf('later@partner.example'))?.why)
      .toContain('refused with 451');
    world.server.clock.advance(60_000);
    await mailTo(smtp, 'later@partner.example');
    await expect.poll(async () => (await stateOf('later@partner.example'))?.result).toBe('sent');
    expect(smtp.mails.some(({ to: [address] }) => address === 'gone@partner.example')).toBe(false);
  });
});

describe('what mail servers report', () => {
  const STATES = [
    ['back@partner.example', 'failed', 'bounced'],
    ['slow@partner.example', 'delayed', 'delayed'],
    ['there@partner.example', 'delivered', 'delivered'],
  ] as const;

  it('becomes the state of the consignee, and other mails stay in the mailbox', async () => {
    for (const [address, action] of STATES) smtp.reports(address, action, `note of ${action}`);
    const strange = `From: postmaster@elsewhere.example\r\nReferences: ${'<a>'.repeat(70_000)}\r\n\r\n550 No`;
    smtp.mailbox.mails.unshift(strange, 'Subject: On leave\r\n\r\n.I am back on Monday.');
    const { data } = await send({
      recipients: to(...STATES.map(([address]) => address), 'old@partner.example'),
    });
    for (const [address] of STATES) await mailTo(smtp, address);
    // an old mail server returns a text with the headers of the mail
    const [id = ''] = /^message-id: .+$/im.exec((await mailTo(smtp, 'old@partner.example')).raw) ?? [];
    smtp.mailbox.mails.push(
      `From: MAILER-DAEMON@partner.example\r\n\r\n550 5.1.1 no such user\r\n\r\n${id}\r\n`,
    );
    expect(smtp.mails.find(({ to: [address] }) => address === 'back@partner.example')?.from).toBe(
      'reports@example.com',
    );
    world.server.clock.advance(120_000);
    const states = async () =>
      (await log(data?.emailKey ?? 0))?.recipients.map(({ address, result }) => [address, result]);
    await expect
      .poll(states)
      .toEqual([
        ...STATES.map(([address, , result]) => [address, result]),
        ['old@partner.example', 'bounced'],
      ]);
    const [back] = (await log(data?.emailKey ?? 0))?.recipients ?? [];
    expect(back?.why).toBe('5.1.1 note of failed');
    expect(back?.at).not.toBeNull();
    await expect.poll(() => smtp.mailbox.mails.length).toBe(2);
  });

  it('is found in the list of mails by its state', async () => {
    await world.server.call(saveColumnFilter, {
      params: { menuId: 'MU-CS-LOG', columnId: 'result' },
      body: { filters: [{ filterType: 'CHECK', valueCode: 'bounced' }] },
      token: world.editor,
    });
    const { data } = await world.server.call(listEmailLogs, { token: world.editor });
    expect(data?.pageInfo.totalCount).toBe(1);
  });
});

describe('a mail is refused', () => {
  const faultsOf = async (form: Partial<CaseMailForm>) => {
    const { status, errCode, details } = await send(form);
    expect([status, errCode]).toEqual([422, 'MAIL_REFUSED']);
    return (details as { faults: { fault: string; address?: string }[] }).faults;
  };

  it('without a consignee, and XML without a receiver', async () => {
    expect(await faultsOf({ recipients: [] })).toEqual([{ fault: 'recipients' }]);
    expect(await faultsOf({ reportId: 'XML' })).toEqual([{ fault: 'receiver' }]);
  });

  it('for addresses that are invalid, twice there or not allowed', async () => {
    expect(
      await faultsOf({
        recipients: to('nobody', 'a@partner.example', 'A@partner.example', 'a@elsewhere.example'),
      }),
    ).toEqual([
      { fault: 'invalid', address: 'nobody' },
      { fault: 'notAllowed', address: 'a@elsewhere.example' },
      { fault: 'duplicate', address: 'a@partner.example' },
    ]);
  });

  it('for an address or a comment that is too long', async () => {
    expect((await send({ recipients: to(`${'a'.repeat(310)}@partner.example`) })).status).toBe(400);
    expect((await send({ content: 'x'.repeat(20_001) })).status).toBe(400);
  });

  it('for blinded values that the user may not see, and for cases out of scope', async () => {
    const blinded = await world.limitedUser('mail.blinded', {}, ADMINISTRATOR);
    expect((await send({ unblindedValueApplicable: 'Y' }, blinded)).errCode).toBe('NO_PRIVILEGE');
    const outside = await world.limitedUser('mail.outside', { senderKeys: [2] }, ADMINISTRATOR);
    expect((await send({}, outside)).status).toBe(404);
  });

  it('for XML of a contract research organisation without a sender', async () => {
    await world.query((trx) => trx.updateTable('company').set({ client_type: 'CRO' }).execute());
    expect(await faultsOf({ reportId: 'XML', receiverName: 'MFDS' })).toEqual([{ fault: 'sender' }]);
    const address = 'cro@partner.example';
    const { status } = await send({
      reportId: 'XML',
      receiverName: 'MFDS',
      senderKey: 1,
      recipients: to(address),
    });
    expect(status).toBe(200);
    await world.query((trx) => trx.updateTable('company').set({ client_type: 'SPO' }).execute());
  });
});

describe('the addresses of a sponsor', () => {
  it('are its users and what the setting allows', async () => {
    const { data } = await world.server.call(readCaseMailForm, { params: { caseKey }, token: world.editor });
    expect(data).toMatchObject({ available: true, allowed: ['@partner.example'] });
    expect(data?.userList.map(({ address }) => address)).toContain('case.editor@example.com');
    const { status } = await send({ recipients: to('case.editor@example.com') });
    expect(status).toBe(200);
  });

  it('are set as addresses and domains only', async () => {
    const { status, errCode, details } = await allowMails(world, 'partner.example', '@partner.example');
    expect([status, errCode]).toEqual([422, 'SETTING_REFUSED']);
    expect(JSON.stringify(details)).toContain('partner.example');
  });
});

/** The tables with a row that contains the text. */
async function rowsWith(text: string): Promise<string[]> {
  return world.query(async (trx) => {
    const found: string[] = [];
    for (const table of [
      'outbox_email',
      'job',
      'email_log',
      'email_log_recipient',
      'audit_entry',
      'stored_file',
    ] as const) {
      const rows = await trx.selectFrom(table).selectAll().execute();
      if (JSON.stringify(rows).includes(text)) found.push(table);
    }
    return found;
  });
}
