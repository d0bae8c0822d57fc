/** Passwords by mail, with a real mail server on the other side. */
import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  changePassword,
  readPasswordLink,
  requestPasswordMail,
  setPasswordByLink,
} from '../../shared/contract/accounts.ts';
import { checkSession, signIn } from '../../shared/contract/auth.ts';
import { readEnvironment } from '../../shared/contract/environment.ts';
import { changeUserAccount, saveUser } from '../../shared/contract/index.ts';
import { enqueue } from '../../server/jobs/enqueue.store.ts';
import { LEASE_MS, runDueJobs } from '../../server/jobs/jobWorker.ts';
import { SEND_MAIL, type Mail } from '../../server/mail/outbox.ts';
import { mailSender } from '../../server/mail/sendMail.ts';
import { sendPasswordMail } from '../../server/accounts/passwordMail.ts';
import { sealing } from '../../server/sealing.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { itemValue, LATER } from './caseWorld.ts';
import { eventually, startTestServer, whileHeldUp } from './harness.ts';
import type { TestServer } from './harness.ts';
import { startMailServer } from './mailServer.ts';
import type { MailServer } from './mailServer.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MINA = 'mina@hanbit.example';
let post: MailServer;
let server: TestServer;
let editorKey: number;
const logged: string[] = [];

beforeAll(async () => {
  post = await startMailServer();
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => logged.push(String(line)) > 0);
  server = await startTestServer({
    env: {
      LOG_LEVEL: 'trace',
      CASEWRIGHT_MAIL_URL: post.url,
      CASEWRIGHT_MAIL_FROM: 'Casewright <safety@casewright.example>',
      CASEWRIGHT_PUBLIC_URL: 'https://safety.example/',
    },
  });
  const { user_key } = await server.db
    .updateTable('app_user')
    .set({ email: MINA })
    .where('user_id', '=', 'case.editor')
    .returning('user_key')
    .executeTakeFirstOrThrow();
  editorKey = user_key;
});
afterAll(async () => {
  await server.stop();
  await post.close();
  vi.restoreAllMocks();
});
beforeEach(async () => {
  post.mails.length = 0;
  post.refuse(MINA, []);
  await server.db.deleteFrom('login_throttle').execute();
  await server.db.deleteFrom('outbox_email').execute();
  await server.db.deleteFrom('job').where('kind', '=', SEND_MAIL.kind).execute();
});

const ask = (id = 'case.editor', language = 'en') =>
  server.call(requestPasswordMail, { params: { id }, query: { language } });
const look = (token: string) => server.call(readPasswordLink, { params: { token } });
const set = (token: string, password: string, id = 'case.editor') =>
  server.call(setPasswordByLink, { params: { id }, body: { token, password } });
const enter = (password: string, userId = 'case.editor') =>
  server.call(signIn, { body: { userId, password } });
const check = (token: string) => server.call(checkSession, { params: { id: 'me' }, token });
/** The mail, with what the job that sends it says of attempts. */
const outbox = async () => {
  const mail = await server.db.selectFrom('outbox_email').selectAll().executeTakeFirstOrThrow();
  const job = await server.db
    .selectFrom('job')
    .select(['attempts', 'run_at as next_at', 'state as job'])
    .where('kind', '=', SEND_MAIL.kind)
    .where('dedupe_key', '=', String(mail.email_key))
    .executeTakeFirstOrThrow();
  return { ...mail, ...job };
};
const sendDue = () => runDueJobs(server.deps, [mailSender(server.deps, server.deps.mail as Mail)]);

/** Waits until so many attempts are over. */
const tried = (times: number) =>
  eventually(async () => {
    const { attempts, job, next_at } = await outbox();
    expect(attempts).toBe(times);
    expect(job).not.toBe('running');
    if (job === 'ready') expect(next_at.getTime() - server.clock.now().getTime()).toBeLessThan(MINUTE);
  });

const LINK = /^https:\/\/safety\.example\/password\/change\/([\w-]{43})\/(\w\w)$/m;

/** The token of the mail that comes next. */
async function mailed(number = 1): Promise<string> {
  // beside alarms of failed sign-ins
  const links = () => post.mails.flatMap(({ text }) => LINK.exec(text)?.[1] ?? []);
  await eventually(() => expect(links().length).toBeGreaterThanOrEqual(number));
  return links()[number - 1] ?? '';
}

const restorePassword = async () => {
  const demo = await server.db
    .selectFrom('app_user')
    .select('password_hash')
    .where('user_id', '=', 'case.reader')
    .executeTakeFirstOrThrow();
  await server.db.updateTable('app_user').set(demo).where('user_key', '=', editorKey).execute();
};

describe('a forgotten password', () => {
  it('is replaced by a link that comes by mail, and everything that was open ends', async () => {
    const before = (await enter(DEMO_PASSWORD)).data.token;
    expect((await ask()).status).toBe(200);
    const token = await mailed();
    expect((await look(token)).data).toEqual({ open: true, userId: 'case.editor' });
    expect((await set(token, 'Quite-new-1')).status).toBe(200);
    expect(await check(before)).toMatchObject({ status: 401, errCode: 'EXPIRED' });
    expect((await enter(DEMO_PASSWORD)).errCode).toBe('WRONG_PASSWORD');
    expect((await enter('Quite-new-1')).status).toBe(200);
    expect((await look(token)).data).toEqual({ open: false, userId: null });
    expect((await set(token, 'Quite-new-2')).errCode).toBe('PASSWORD_LINK_CLOSED');
    await restorePassword();
  });

  it('leaves nothing open to who is just signing in with the old one', async () => {
    await ask();
    const token = await mailed();
    const entering = await whileHeldUp(
      server,
      'user_factor in access exclusive mode',
      () => enter(DEMO_PASSWORD),
      async () => {
        expect((await set(token, 'Quite-new-1')).status).toBe(200);
      },
    );
    expect(entering).toMatchObject({ status: 401, errCode: 'WRONG_PASSWORD' });
    const open = await server.db
      .selectFrom('session')
      .select('end_reason')
      .where('user_key', '=', editorKey)
      .where('ended_at', 'is', null)
      .execute();
    expect(open).toEqual([]);
    await restorePassword();
  });

  it('frees a user who was blocked', async () => {
    for (let i = 0; i < 11; i += 1) await enter('wrong');
    expect((await enter(DEMO_PASSWORD)).status).toBe(429);
    await ask();
    await set(await mailed(), 'Quite-new-1');
    expect((await enter('Quite-new-1')).status).toBe(200);
    await restorePassword();
  });

  it.each([
    ['en', 'set a new password', 'works once'],
    ['ko', '새 비밀번호 설정', '한 번만'],
    ['ja', '新しいパスワードの設定', '一度だけ'],
    ['zh', '设置新密码', '只能使用一次'],
  ])('comes in the language of the user: %s', async (language, subject, text) => {
    await ask('case.editor', language);
    await mailed();
    const [mail] = post.mails;
    expect(mail).toMatchObject({ from: 'safety@casewright.example', to: [MINA] });
    expect(mail?.text).toContain(text);
    expect(LINK.exec(mail?.text ?? '')?.[2]).toBe(language);
    expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect((await outbox()).subject).toContain(subject);
  });

  it('is nobody else’s: who asks for an unknown user is told the same, in the same time, and no mail goes out', async () => {
    await server.db
      .updateTable('app_user')
      .set({ active: false })
      .where('user_id', '=', 'case.reader')
      .execute();
    await server.db
      .updateTable('app_user')
      .set({ email: null })
      .where('user_id', '=', 'sponsor.admin')
      .execute();
    for (const id of ['case.editor', 'nobody', 'case.reader', 'sponsor.admin']) {
      const started = performance.now();
      const { status, success, data } = await ask(id);
      expect({ id, status, success, data }).toEqual({ id, status: 200, success: true, data: null });
      expect(performance.now() - started).toBeGreaterThan(290);
    }
    await server.db
      .updateTable('app_user')
      .set({ active: true })
      .where('user_id', '=', 'case.reader')
      .execute();
    const mails = await server.db.selectFrom('outbox_email').select('recipient').execute();
    expect(mails).toEqual([{ recipient: MINA }]);
  });

  it('cannot be asked for often, known user or not', async () => {
    for (const id of ['case.editor', 'nobody']) {
      for (let i = 0; i < 3; i += 1) expect((await ask(id)).status).toBe(200);
      const refused = await ask(id);
      expect(refused).toMatchObject({
        status: 429,
        errCode: 'TOO_MANY_MAILS',
        details: { retryAfterSeconds: 60 },
      });
      expect(refused.headers.get('retry-after')).toBe('60');
    }
  });

  it('cannot be asked for by one address for many users', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, (_, i) => ask(`user.${i}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  });
});

describe('a link', () => {
  it('works for an hour', async () => {
    await ask();
    const token = await mailed();
    server.clock.advance(59 * MINUTE);
    expect((await look(token)).data.open).toBe(true);
    server.clock.advance(2 * MINUTE);
    expect((await look(token)).data).toEqual({ open: false, userId: null });
    expect((await set(token, 'Quite-new-1')).errCode).toBe('PASSWORD_LINK_CLOSED');
  });

  it('works for seven days where the account is new', async () => {
    await server.db.transaction().execute((trx) => {
      const { mail } = server.deps;
      if (!mail) throw new Error('no mail');
      const user = { userKey: editorKey, userId: 'case.editor', name: 'Mina Park', email: MINA };
      return sendPasswordMail(trx, server.deps, mail, { ...user, kind: 'first', language: 'en' });
    });
    const token = await mailed();
    expect(post.mails[0]?.text).toContain('an account was created for you');
    server.clock.advance(7 * DAY - MINUTE);
    expect((await look(token)).data.open).toBe(true);
    server.clock.advance(2 * MINUTE);
    expect((await look(token)).data.open).toBe(false);
  });

  it('makes an earlier one void', async () => {
    await ask();
    await ask();
    const older = await mailed(1);
    const newer = await mailed(2);
    expect((await look(older)).data.open).toBe(false);
    expect((await look(newer)).data.open).toBe(true);
  });

  it('is void once the password was changed, and once its user is switched off', async () => {
    await ask();
    const token = await mailed();
    const session = (await enter(DEMO_PASSWORD)).data.token;
    await server.call(changePassword, {
      params: { userKey: editorKey },
      token: session,
      body: { currentPassword: DEMO_PASSWORD, newPassword: 'Quite-new-1' },
    });
    expect((await look(token)).data.open).toBe(false);
    await ask();
    const second = await mailed(2);
    const user = server.db.updateTable('app_user').where('user_key', '=', editorKey);
    await user.set({ active: false }).execute();
    await user.set({ active: true }).execute();
    expect((await look(second)).data.open).toBe(false);
    await restorePassword();
  });

  it('is void once another address replaces the one that it was mailed to', async () => {
    const admin = await server.token('sponsor.admin');
    const save = async (userKey: number, values: Record<string, string>) => {
      const changes = Object.entries(values).map(([itemId, value]) => itemValue(itemId, [], value));
      const body = { reason: 'New', retrievedAt: LATER, changes };
      const saved = await server.call(saveUser, { params: { sponsorKey: 1, userKey }, body, token: admin });
      expect(saved.errMsg).toBeNull();
      return saved.data.recordKey;
    };
    const userKey = await save(0, {
      USER_ID: 'new.user',
      USER_NAME: 'New User',
      USER_ROLES: 'Reader [3]',
      USER_MAIL: 'of.another@hanbit.example',
    });
    const invited = await server.call(changeUserAccount, {
      params: { sponsorKey: 1, userKey },
      body: { action: 'invite', reason: 'New', state: 'invited' },
      token: admin,
    });
    expect(invited.errMsg).toBeNull();
    const token = await mailed();
    expect((await look(token)).data.open).toBe(true);
    await save(userKey, { USER_NAME: 'New User of Hanbit' });
    expect((await look(token)).data.open).toBe(true);
    await save(userKey, { USER_MAIL: 'new.user@hanbit.example' });
    expect((await look(token)).data.open).toBe(false);
  });

  it('sets the password of its own user only, and stays good when the password breaks the rules', async () => {
    await ask();
    const token = await mailed();
    expect((await set(token, 'Quite-new-1', 'case.reader')).errCode).toBe('PASSWORD_LINK_CLOSED');
    expect(await set(token, 'abcdefgh')).toMatchObject({ status: 400, errCode: 'WEAK_PASSWORD' });
    expect((await set(token, DEMO_PASSWORD)).errCode).toBe('PASSWORD_UNCHANGED');
    expect((await look(token)).data.open).toBe(true);
  });

  it('serves one of many who use it at once', async () => {
    await ask();
    const token = await mailed();
    const answers = await Promise.all([1, 2, 3, 4, 5].map((i) => set(token, `Quite-new-${i}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await restorePassword();
  });

  it('lies in the database neither as a token nor as a mail', async () => {
    post.refuse(MINA, [451]);
    await ask();
    await tried(1);
    const waiting = await outbox();
    expect(waiting.body?.toString('latin1')).not.toContain('password/change');
    server.clock.advance(MINUTE);
    const token = await mailed();
    await eventually(async () => expect((await outbox()).state).toBe('sent'));
    expect((await outbox()).body).toBeNull();
    const links = await server.db.selectFrom('password_token').selectAll().execute();
    expect(JSON.stringify([waiting, await outbox(), links])).not.toContain(token);
  });
});

it('writes no link into the log, whoever opens it', async () => {
  logged.length = 0;
  post.refuse(MINA, [451]);
  await ask();
  await tried(1);
  server.clock.advance(MINUTE);
  const token = await mailed();
  await fetch(`${server.url}/password/change/${token}/en`);
  await look(token);
  await set(token, 'weak');
  await set(token, 'Quite-new-1');
  await restorePassword();
  const log = logged.join('');
  expect(log).toContain('/1.0/account/reset_password/:token');
  expect(log).toContain('a mail could not be sent');
  for (const secret of [token, 'Quite-new-1', MINA]) expect(log).not.toContain(secret);
});

describe('repeated failures to sign in', () => {
  it('mail those who administer the sponsor of the user, once', async () => {
    const ADMINISTRATOR = 'admin@hanbit.example';
    await server.db.deleteFrom('sign_in_failure').execute();
    await server.db
      .updateTable('app_user')
      .set({ email: ADMINISTRATOR })
      .where('user_id', '=', 'sponsor.admin')
      .execute();
    for (let attempt = 0; attempt < 7; attempt += 1) await enter('Wrong-1234', 'case.reader');
    await eventually(async () => {
      const mails = await server.db.selectFrom('outbox_email').select(['recipient', 'subject']).execute();
      expect(mails).toEqual([
        { recipient: ADMINISTRATOR, subject: 'Casewright: repeated failures to sign in' },
      ]);
    });
    await eventually(() => expect(post.mails.map(({ raw }) => raw).join()).toContain(ADMINISTRATOR));
    // the tests that follow count the mails of others
    await server.db
      .updateTable('app_user')
      .set({ email: null })
      .where('user_id', '=', 'sponsor.admin')
      .execute();
  });
});

describe('failures to sign in at the same moment', () => {
  const asOwner = (statement: RawBuilder<unknown>) =>
    server.db.transaction().execute(async (trx) => {
      await sql`set local role none`.execute(trx);
      await statement.execute(trx);
    });

  it('are counted one after the other: the one that is reported is among them', async () => {
    await server.db.deleteFrom('sign_in_failure').execute();
    const alarms = () =>
      server.db.selectFrom('job').select('job_key').where('kind', '=', 'sign-in-alarm').execute();
    const before = await alarms();
    // each is stored before any other is counted
    await asOwner(sql`create function linger() returns trigger language plpgsql as
      'begin perform pg_sleep(0.5); return null; end'`);
    await asOwner(
      sql`create trigger linger after insert on sign_in_failure for each row execute function linger()`,
    );
    await Promise.all(Array.from({ length: 7 }, () => enter('Wrong-1234', 'case.reader')));
    await asOwner(sql`drop function linger cascade`);
    expect(await alarms()).toHaveLength(before.length + 1);
  });
});

describe('the outbox', () => {
  it('tries again after a failure that may pass, each time later, under the same Message-ID', async () => {
    post.refuse(MINA, [451, 451]);
    await ask();
    await tried(1);
    const first = await outbox();
    expect(first).toMatchObject({ state: 'ready', sent_at: null });
    expect(first.last_error).toContain('451');
    await sendDue();
    expect((await outbox()).attempts).toBe(1);
    server.clock.advance(11_000);
    await tried(2);
    server.clock.advance(11_000);
    await sendDue();
    expect((await outbox()).attempts).toBe(2);
    server.clock.advance(10_000);
    await mailed();
    await eventually(async () => expect((await outbox()).state).toBe('sent'));
    expect(await outbox()).toMatchObject({ attempts: 3, last_error: null, message_id: first.message_id });
    expect(post.mails).toHaveLength(1);
    expect(post.mails[0]?.raw).toContain(`Message-ID: ${first.message_id}`);
  });

  it('gives up at once where the server refuses for good, and keeps the reason', async () => {
    post.refuse(MINA, [550]);
    await ask();
    await eventually(async () => expect((await outbox()).state).toBe('failed'));
    const mail = await outbox();
    expect(mail).toMatchObject({ attempts: 1, body: null });
    expect(mail.last_error).toContain('550');
    expect(post.mails).toEqual([]);
  });

  it('gives up at once what was sealed with another secret, and says what to do', async () => {
    post.refuse(MINA, [451]);
    await ask();
    await tried(1);
    const other = sealing({ ...server.deps.config, secret: 'other'.repeat(8) }, 'outbox');
    await server.db
      .updateTable('outbox_email')
      .set({ body: other.sealed('A text') })
      .execute();
    server.clock.advance(11_000);
    await eventually(async () => expect((await outbox()).state).toBe('failed'));
    expect((await outbox()).last_error).toMatch(/CASEWRIGHT_SECRET was changed .*send it again/);
    expect(post.mails).toEqual([]);
  });

  it('gives up when the link has run out', async () => {
    post.refuse(MINA, [451]);
    await ask();
    await tried(1);
    server.clock.advance(61 * MINUTE);
    await eventually(async () => expect((await outbox()).state).toBe('failed'));
    expect((await outbox()).last_error).toContain('451');
    expect(post.mails).toEqual([]);
  });

  it('takes a mail back from a process that died while it sent it', async () => {
    const { email_key } = await server.db
      .insertInto('outbox_email')
      .values({
        message_id: '<left@casewright.example>',
        recipient: MINA,
        subject: 'left',
        body: server.deps.mail?.sealing.sealed('left') ?? null,
        created_at: server.clock.now(),
        give_up_at: new Date(server.clock.now().getTime() + DAY),
      })
      .returning('email_key')
      .executeTakeFirstOrThrow();
    await server.db
      .insertInto('job')
      .values({
        sponsor_key: 0,
        kind: SEND_MAIL.kind,
        payload: JSON.stringify({ emailKey: email_key }),
        dedupe_key: String(email_key),
        state: 'running',
        attempts: 1,
        max_attempts: 1000,
        run_at: server.clock.now(),
        created_at: server.clock.now(),
        lease_holder: randomUUID(),
        lease_until: new Date(server.clock.now().getTime() + LEASE_MS),
      })
      .execute();
    // a digest may be due at the same time
    const left = () => post.mails.filter(({ text }) => text.trim() === 'left');
    await sendDue();
    expect(left()).toEqual([]);
    server.clock.advance(LEASE_MS + 1);
    await eventually(() => expect(left()).toHaveLength(1));
  });
});

it('sends no mail twice, however many processes send', async () => {
  const at = server.clock.now();
  const mails = Array.from({ length: 30 }, (_, i) => ({
    message_id: `<${i}@casewright.example>`,
    recipient: MINA,
    subject: `${i}`,
    body: server.deps.mail?.sealing.sealed('text') ?? null,
    created_at: at,
    give_up_at: new Date(at.getTime() + DAY),
  }));
  await server.db.transaction().execute(async (trx) => {
    const put = await trx.insertInto('outbox_email').values(mails).returning('email_key').execute();
    for (const { email_key: emailKey } of put)
      await enqueue(trx, { kind: SEND_MAIL, sponsorKey: 0, payload: { emailKey }, at });
  });
  await Promise.all([sendDue(), sendDue(), sendDue(), sendDue()]);
  await eventually(async () => {
    const left = await server.db
      .selectFrom('outbox_email')
      .select('email_key')
      .where('state', '<>', 'sent')
      .execute();
    expect(left).toEqual([]);
  });
  // a digest may be due at the same time
  const subjects = post.mails.flatMap(
    ({ raw }) => /^Subject: (\d+)$/m.exec(raw.replaceAll('\r', ''))?.[1] ?? [],
  );
  expect(subjects.sort()).toEqual(mails.map(({ subject }) => subject).sort());
});

it('tells browsers that passwords can be reset by mail', async () => {
  expect((await server.call(readEnvironment)).data.mail).toBe(true);
});
