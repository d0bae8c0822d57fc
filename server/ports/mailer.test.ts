/** Against a real mail server with scripted answers. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { mailSettings } from '../mail/mailSettings.ts';
import { MailRefused, smtpMailer } from './mailer.ts';

const servers: SMTPServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise<void>((done) => server.close(() => done()));
});

/** What the mail server answers: to the recipient, to the whole mail; and the one login it knows. */
interface Behaviour {
  rcpt?: number;
  data?: number;
  login?: { user: string; pass: string };
}

const failure = (code: number | undefined) =>
  code ? Object.assign(new Error(`refused with ${code}`), { responseCode: code }) : null;

async function mailServer({ rcpt, data, login }: Behaviour = {}) {
  const taken: { to: string[]; raw: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.pass
        ? done(null, { user: username })
        : done(failure(535)),
    onRcptTo: (_address, _session, done) => done(failure(rcpt)),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        taken.push({
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        });
        done(failure(data));
      });
    },
  });
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()));
  return { port: (server.server.address() as AddressInfo).port, taken };
}

function mailerOn(port: number, login = '') {
  const settings = mailSettings({
    CASEWRIGHT_MAIL_URL: `smtp://${login}127.0.0.1:${port}`,
    CASEWRIGHT_MAIL_FROM: 'safety@casewright.example',
    CASEWRIGHT_PUBLIC_URL: 'https://safety.example',
  });
  if (!settings) throw new Error('no settings');
  return smtpMailer(settings);
}

const LETTER = {
  messageId: '<1@casewright.example>',
  to: 'mina@hanbit.example',
  subject: '제목',
  text: '본문',
};

it('hands over a mail', async () => {
  const { port, taken } = await mailServer();
  await mailerOn(port).send(LETTER);
  expect(taken[0]?.to).toEqual(['mina@hanbit.example']);
  expect(taken[0]?.raw).toContain('Message-ID: <1@casewright.example>');
});

it('signs in with what the address holds, escaped or not', async () => {
  const { port, taken } = await mailServer({ login: { user: 'me@host', pass: 'p:%' } });
  await mailerOn(port, 'me%40host:p%3A%25@').send(LETTER);
  expect(taken).toHaveLength(1);
});

it.each<[string, Behaviour, boolean]>([
  ['an address that does not exist', { rcpt: 550 }, true],
  ['a mail that is too large', { data: 552 }, true],
  ['an address that is busy', { rcpt: 450 }, false],
  ['a server that is busy', { data: 451 }, false],
])('knows whether another try is of use: %s', async (_what, behaviour, final) => {
  const { port } = await mailServer(behaviour);
  const error: unknown = await mailerOn(port)
    .send(LETTER)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error instanceof MailRefused).toBe(final);
});

it('may try again when the login is refused or nobody listens: the operator can mend both', async () => {
  const { port } = await mailServer({ login: { user: 'me', pass: 'right' } });
  const refused: unknown = await mailerOn(port, 'me:wrong@')
    .send(LETTER)
    .catch((thrown: unknown) => thrown);
  expect(String(refused)).toContain('535');
  expect(refused).not.toBeInstanceOf(MailRefused);
  const silent: unknown = await mailerOn(1)
    .send(LETTER)
    .catch((thrown: unknown) => thrown);
  expect(silent).toBeInstanceOf(Error);
  expect(silent).not.toBeInstanceOf(MailRefused);
});

it('tells a password to no other machine in the clear', async () => {
  const { port, taken } = await mailServer({ login: { user: 'me', pass: 'right' } });
  const login = { user: 'me', password: 'right' };
  // another name of this machine, which is taken for another machine
  const settings = {
    host: '127.0.0.2',
    port,
    secure: false,
    login,
    from: 'safety@casewright.example',
    reports: null,
  };
  const elsewhere = new SMTPServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
  servers.push(elsewhere);
  await new Promise<void>((ready) => elsewhere.listen(port, '127.0.0.2', () => ready()));
  await expect(smtpMailer(settings).send(LETTER)).rejects.toThrow(/TLS/i);
  expect(taken).toEqual([]);
});

it('lets no value of a mail add a line or an address to its head', async () => {
  const { port, taken } = await mailServer();
  await mailerOn(port).send({ ...LETTER, subject: 'Hello\r\nBcc: other@host.example' });
  expect(taken[0]?.raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m);
  await mailerOn(port)
    .send({ ...LETTER, to: 'a@host.example, b@host.example' })
    .catch(() => {});
  expect(taken.flatMap(({ to }) => to)).not.toContain('b@host.example');
});
