/** Receivers that are reached by a transport of their own: its profile, what goes out, what comes back, and its faults. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  listRecordAudit,
  listUnmatchedAnswers,
  readSubmissionOptions,
  readTransportProfile,
  retrySubmission,
  saveRecord,
  saveTransportProfile,
  tryTransport,
} from '../../shared/contract/index.ts';
import { insertSponsor } from '../../server/accounts/tenants.store.ts';
import { masterVersions } from '../../server/masters/masterVersions.ts';
import { receiverKindOf } from '../../server/receivers/receiverFacts.ts';
import { findRecord } from '../../server/records/record.store.ts';
import { openMail } from '../../server/mail/outbox.ts';
import { sealing } from '../../server/sealing.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { remoteAnswerReader } from '../../server/submissions/receiveAnswers.ts';
import { updateProfile } from '../../server/submissions/transports/profile.store.ts';
import { noteAttempt, restUntil } from '../../server/submissions/transports/profiles.ts';
import { endWarner } from '../../server/submissions/transports/warnOfEnds.ts';
import { initialValues } from '../../shared/connections/settingFields.ts';
import { transportFields } from '../../shared/submission/transports.ts';
import { itemValue, LATER } from './caseWorld.ts';
import { eventually } from './harness.ts';
import { SFTP_USER, startSftpServer, type SftpServer } from './sftpServer.ts';
import { PARTNER, putFile, startSubmissionWorld, type SubmissionWorld } from './submissionWorld.ts';

/** Nothing is sent with them. */
const MAIL_SETTINGS = {
  host: '127.0.0.1',
  port: 1,
  secure: false,
  login: null,
  from: 'safety@acme.example',
  reports: null,
};

let world: SubmissionWorld;
beforeAll(async () => {
  world = await startSubmissionWorld();
});
afterAll(() => world.server.stop());

const call = <C extends Parameters<SubmissionWorld['server']['call']>[0]>(
  definition: C,
  input: object = {},
) => world.server.call(definition, { token: world.second, ...input });

describe('a receiver with a transport of its own', () => {
  let partner: SftpServer;
  beforeAll(async () => {
    partner = await startSftpServer(join(world.folder, 'partner'));
  });
  afterAll(() => partner.close());

  const params = () => ({ receiverKey: world.partnerKey });
  const profile = async () => (await call(readTransportProfile, { params: params() })).data.profile;
  const changes = (more: object = {}) => ({
    adapter: 'sftp' as const,
    active: true,
    certificateUntil: null,
    secretUntil: null,
    secrets: { password: SFTP_USER.password },
    settings: {
      ...initialValues(transportFields('sftp')),
      host: '127.0.0.1',
      port: String(partner.port),
      userName: SFTP_USER.userName,
      hostKey: partner.hostKey,
      receiptFolder: 'receipts',
    },
    ...more,
  });
  const save = async (more: object = {}) =>
    call(saveTransportProfile, {
      params: params(),
      body: { ...changes(more), reason: 'Agreed', setAt: (await profile())?.setAt ?? null },
    });
  /** Now; the job of the server does it every 30 seconds, too. */
  const readAnswers = () => remoteAnswerReader(world.server.deps).run(new AbortController().signal);

  it('is set up by administrators; secrets are stored sealed and never answered', async () => {
    const refused = {
      params: params(),
      body: { ...changes(), reason: 'No', setAt: null },
      token: world.editor,
    };
    expect((await call(saveTransportProfile, refused)).status).toBe(403);
    expect(await save({ secrets: {} })).toMatchObject({ status: 422, errCode: 'SETTING_REFUSED' });
    expect((await save({ settings: {} })).errCode).toBe('SETTING_REFUSED');
    const tried = (more: object) => call(tryTransport, { params: params(), body: changes(more) });
    expect((await tried({})).data.fault).toBeNull();
    expect((await tried({ secrets: { password: 'wrong' } })).data.fault).toBe('credentials');
    expect((await save()).status).toBe(200);
    const stored = await profile();
    expect(stored).toMatchObject({ adapter: 'sftp', secretNames: ['password'], pausedUntil: null });
    expect(JSON.stringify(stored)).not.toContain(SFTP_USER.password);
    expect((await save({ secrets: {} })).errCode).toBe('NO_MODIFIED_DATA');
    // stored secrets go to where they were meant for only
    for (const led of [{ host: 'localhost' }, { port: '2222' }]) {
      const elsewhere = { settings: { ...changes().settings, ...led }, secrets: {} };
      expect((await tried(elsewhere)).errCode).toBe('SETTING_REFUSED');
      expect((await save(elsewhere)).errCode).toBe('SETTING_REFUSED');
    }
    const audit = await call(listRecordAudit, {
      params: { sponsorKey: 1, kind: 'receiver', recordKey: world.partnerKey },
      query: { rowCount: 100 },
    });
    expect(JSON.stringify(audit.data.listInfo)).toContain('host: 127.0.0.1');
    expect(JSON.stringify(audit.data.listInfo)).not.toContain(SFTP_USER.password);
  });

  it('asks for its secrets again once the secret of the installation was changed', async () => {
    const { sealed } = sealing({ secret: 'another secret of the operator', dataDir: '' }, 'transports');
    await inSponsor(world.server.db, 1, (trx) =>
      updateProfile(
        trx,
        { sponsorKey: 1, receiverKey: world.partnerKey },
        { secrets: sealed(JSON.stringify(changes().secrets)) },
      ),
    );
    expect(await profile()).toMatchObject({ adapter: 'sftp', secretNames: [] });
    expect(await save({ secrets: {} })).toMatchObject({ status: 422, errCode: 'SETTING_REFUSED' });
    const batch = await world.ready([world.nextCase()], { transport: 'sftp' });
    await world.confirm(batch);
    const { batchKey } = batch;
    const failed = await world.until(batchKey, ({ state }) => state === 'transportFailed');
    expect(failed.fault).toMatch(/CASEWRIGHT_SECRET was changed/);
    expect((await save()).status).toBe(200);
    expect(await profile()).toMatchObject({ secretNames: ['password'] });
    expect((await call(retrySubmission, { params: { batchKey } })).status).toBe(200);
    await world.until(batchKey, ({ state }) => state === 'sent');
    await rm(join(partner.root, 'out', `${batch.batchNumber}.xml`));
  });

  it('gets its batches that way, and its answers are read', async () => {
    const batch = await world.sent([world.nextCase()], { transport: 'sftp' });
    expect(await readdir(join(partner.root, 'out'))).toEqual([`${batch.batchNumber}.xml`]);
    await putFile(join(partner.root, 'receipts'), `${batch.batchNumber}.mdn`, 'Disposition: x; processed\n');
    await readAnswers();
    await world.until(batch.batchKey, ({ state }) => state === 'transmitted');
    await putFile(join(partner.root, 'ack'), 'answer.xml', world.textOf(batch, { code: 'AA' }));
    await readAnswers();
    await world.until(batch.batchKey, ({ state }) => state === 'acknowledged');
    await eventually(async () => expect(await readdir(join(partner.root, 'ack'))).toEqual([]));
  });

  it('refuses a file with a negative receipt; the same batch is sent again', async () => {
    const batch = await world.sent([world.nextCase()], { transport: 'sftp' });
    const refusal =
      'Disposition: automatic-action/MDN-sent-automatically; processed/error: decryption-failed\n';
    await putFile(join(partner.root, 'receipts'), `${batch.batchNumber}.mdn`, refusal);
    await readAnswers();
    const failed = await world.until(batch.batchKey, ({ state }) => state === 'transportFailed');
    expect(failed).toMatchObject({
      sentAt: null,
      fault: 'processed/error: decryption-failed',
    });
    await rm(join(partner.root, 'out', `${batch.batchNumber}.xml`));
    expect((await call(retrySubmission, { params: { batchKey: batch.batchKey } })).status).toBe(200);
    const again = await world.until(batch.batchKey, ({ state }) => state === 'sent');
    expect(again.batchNumber).toBe(batch.batchNumber);
    await world.answer(again, { code: 'AA' });
    await world.until(batch.batchKey, ({ state }) => state === 'acknowledged');
  });

  it('keeps a receipt of the centre, and puts an unknown one where users see it', async () => {
    const batch = await world.sent([world.nextCase()], { transport: 'sftp' });
    await putFile(join(partner.root, 'receipts'), `${batch.batchNumber}.txt`, 'CoreId: ci-77\n');
    await readAnswers();
    await world.until(batch.batchKey, ({ state }) => state === 'transmitted');
    await putFile(join(partner.root, 'ack'), 'ack2.txt', 'MessageId: 1\nCoreId: ci-77\n</end>');
    await putFile(join(partner.root, 'ack'), 'other.txt', 'MessageId: 2\nCoreId: ci-78\n</end>');
    await readAnswers();
    await world.until(batch.batchKey, ({ state }) => state === 'receivedByCentre');
    await eventually(async () =>
      expect((await call(listUnmatchedAnswers)).data.listInfo).toContainEqual(
        expect.objectContaining({ fileName: 'other.txt', problem: 'unknownBatch', code: null }),
      ),
    );
    await world.answer(batch, { code: 'AA' });
    await world.until(batch.batchKey, ({ state }) => state === 'acknowledged');
  });

  it('has files that are too large for answers left where they are, and shown once', async () => {
    const names = ['1.zip', '2.zip'];
    const large = ' '.repeat(16 * 2 ** 20 + 1);
    for (const name of names) await putFile(join(partner.root, 'ack'), name, large);
    await readAnswers();
    await readAnswers();
    expect((await readdir(join(partner.root, 'ack'))).toSorted()).toEqual(names);
    const shown = (await call(listUnmatchedAnswers)).data.listInfo.filter(({ fileName }) =>
      names.includes(fileName),
    );
    const problem = 'unreadable: 16777217 bytes are too many for an answer';
    expect(shown.map(({ fileName }) => fileName).toSorted()).toEqual(names);
    expect(shown).toEqual(names.map(() => expect.objectContaining({ problem }) as object));
    for (const name of names) await rm(join(partner.root, 'ack', name));
  });

  it('may put down answers of several sponsors at one place, each of which takes its own', async () => {
    const { db } = world.server;
    const sent = await world.sent([world.nextCase()], { transport: 'sftp' });
    await rm(join(partner.root, 'out', `${sent.batchNumber}.xml`));
    const other = await db.transaction().execute((trx) =>
      insertSponsor(trx, {
        companyName: 'Other',
        clientType: 'SPO',
        country: null,
        name: 'Other',
        timeZone: 'UTC',
        useWorkflow: false,
        defaultAppendix: 'ICH',
      }),
    );
    // the other sponsor has the same profile, and a batch of its own
    const batch = { ...sent, batchNumber: `${sent.batchNumber}-2` };
    await db.transaction().execute(async (trx) => {
      await sql`set local role none`.execute(trx);
      const copy = (table: string, where: ReturnType<typeof sql>, more: object = {}) =>
        sql`insert into ${sql.table(table)} overriding system value select (jsonb_populate_record(null::${sql.table(table)},
          to_jsonb(t) || ${JSON.stringify({ sponsor_key: other, ...more })}::jsonb)).* from ${sql.table(table)} t
          where t.sponsor_key = 1 and ${where}`.execute(trx);
      const ofBatch = sql`(select process_key from submission_batch b where b.sponsor_key = 1
        and b.batch_key = ${sent.batchKey})`;
      await copy('transport_profile', sql`t.receiver_key = ${world.partnerKey}`);
      await copy('process', sql`t.process_key = ${ofBatch}`);
      await copy('submission_batch', sql`t.batch_key = ${sent.batchKey}`, {
        batch_number: batch.batchNumber,
        file_name: `${batch.batchNumber}.xml`,
      });
    });
    await putFile(join(partner.root, 'receipts'), `${batch.batchNumber}.mdn`, 'Disposition: x; processed\n');
    await putFile(join(partner.root, 'ack'), 'other.xml', world.textOf(batch, { code: 'AA' }));
    await readAnswers();
    const stateOf = () =>
      inSponsor(db, other, (trx) =>
        trx.selectFrom('submission_batch').select('state').executeTakeFirstOrThrow(),
      );
    await eventually(async () => expect(await stateOf()).toEqual({ state: 'acknowledged' }));
    const unmatched = (await call(listUnmatchedAnswers)).data.listInfo;
    expect(unmatched.filter(({ batchNumber }) => batchNumber === batch.batchNumber)).toEqual([]);
    await world.answer(sent, { code: 'AA' });
    await world.until(sent.batchKey, ({ state }) => state === 'acknowledged');
  });

  it('names no folder twice: what goes out would be read as an answer, and be gone', async () => {
    const withFolders = (more: object) => ({ settings: { ...changes().settings, ...more }, secrets: {} });
    const tried = (more: object) =>
      call(tryTransport, { params: params(), body: changes(withFolders(more)) });
    for (const twice of [{ ackFolder: 'out/' }, { receiptFolder: './ack' }, { archiveFolder: 'receipts' }]) {
      expect((await tried(twice)).errCode).toBe('SETTING_REFUSED');
      expect((await save(withFolders(twice))).errCode).toBe('SETTING_REFUSED');
    }
    // the server alone knows that this is the same one
    const hidden = { ackFolder: '/out' };
    expect((await tried(hidden)).data.fault).toBe('settings');
    expect((await save(withFolders(hidden))).errMsg).toBeNull();
    const batch = await world.sent([world.nextCase()], { transport: 'sftp' });
    await readAnswers();
    expect(await readdir(join(partner.root, 'out'))).toContain(`${batch.batchNumber}.xml`);
    expect((await save({ secrets: {} })).errMsg).toBeNull();
  });

  it('gets nothing while it is switched off', async () => {
    const batch = await world.ready([world.nextCase()], { transport: 'sftp' });
    expect((await save({ active: false, secrets: {} })).status).toBe(200);
    await expect(world.put([world.nextCase()], { transport: 'sftp' })).rejects.toThrow(
      'TRANSPORT_NOT_SET_UP',
    );
    await world.confirm(batch);
    const failed = await world.until(batch.batchKey, ({ state }) => state === 'transportFailed');
    expect(failed.fault).toMatch('switched off');
    await save({ secrets: {} });
    await call(retrySubmission, { params: { batchKey: batch.batchKey } });
    await world.until(batch.batchKey, ({ state }) => state === 'sent');
  });

  it('rests after five passing faults; then one attempt probes', async () => {
    const ref = { sponsorKey: 1, receiverKey: world.partnerKey };
    const now = world.server.clock.now();
    for (let count = 0; count < 5; count += 1) await world.query((trx) => noteAttempt(trx, ref, true, now));
    const later = new Date(now.getTime() + 16 * 60_000);
    expect(await world.query((trx) => restUntil(trx, ref, now))).toBeInstanceOf(Date);
    expect((await profile())?.pausedUntil).not.toBeNull();
    expect(await world.query((trx) => restUntil(trx, ref, later))).toBeNull();
    expect(await world.query((trx) => restUntil(trx, ref, later))).toBeInstanceOf(Date);
    await world.query((trx) => noteAttempt(trx, ref, false, later));
    expect(await world.query((trx) => restUntil(trx, ref, later))).toBeNull();
  });

  it('is no version of its record: what that said before is found behind changes of the transport', async () => {
    const { server, partnerKey: recordKey } = world;
    const key = { sponsorKey: 1, kind: 'receiver', recordKey };
    const itemId = 'RECEIVER_BATCH_ID';
    const saved = await call(saveRecord, {
      params: { ...key, page: 'RV' },
      body: { reason: 'Agreed', retrievedAt: LATER, changes: [itemValue(itemId, [], 'OTHER-ID')], rows: [] },
    });
    expect(saved.errMsg).toBeNull();
    expect((await save({ certificateUntil: '20991231' })).errMsg).toBeNull();
    const found = await world.query(async (trx) => {
      const record = await findRecord(trx, key);
      const kind = receiverKindOf(server.deps.catalogue);
      if (!record) throw new Error('the partner has no record');
      const before = record.version_no - 1;
      return (await masterVersions(trx, kind, record, [before])).get(before)?.values[itemId]?.value;
    });
    expect(found).toBe('PARTNER-ID');
    expect((await save()).errMsg).toBeNull();
  });

  it('is warned of before its certificate ends, once for each time', async () => {
    const in20Days = new Date(world.server.clock.now().getTime() + 20 * 24 * 60 * 60_000);
    const day = in20Days.toISOString().slice(0, 10).replaceAll('-', '');
    expect((await save({ certificateUntil: day, secrets: {} })).status).toBe(200);
    const { ends } = (await call(readSubmissionOptions)).data;
    expect(ends).toEqual([{ receiver: PARTNER, what: 'certificate', day, daysLeft: 20 }]);
    const { deps } = world.server;
    const mail = openMail({ ...deps.config, publicUrl: 'https://safety.example', mail: MAIL_SETTINGS });
    if (!mail) throw new Error('there is no mail');
    const warner = endWarner(deps, mail);
    const mails = () =>
      world.query((trx) =>
        trx.selectFrom('outbox_email').select('subject').where('subject', 'like', `${PARTNER}%`).execute(),
      );
    await warner.run(new AbortController().signal);
    const first = await mails();
    expect(first.length).toBeGreaterThan(0);
    await warner.run(new AbortController().signal);
    expect(await mails()).toHaveLength(first.length);
  });
});
