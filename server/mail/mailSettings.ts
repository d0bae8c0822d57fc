/** Settings of the mail server. Read by config.ts. */
import { isMailAddress } from '../../shared/mail/mailAddress.ts';
import { SetupProblem, text } from '../settings.ts';

export interface MailSettings {
  host: string;
  port: number;
  /** TLS from the first byte (smtps); else the connection is upgraded where the server offers it */
  secure: boolean;
  login: { user: string; password: string } | null;
  /** `Name <name@host>` or `name@host` */
  from: string;
  /** where mail servers report what became of mails; null: nowhere that is read */
  reports: MailboxSettings | null;
}

/** A mailbox that is read by POP3. */
export interface MailboxSettings {
  host: string;
  port: number;
  secure: boolean;
  login: { user: string; password: string };
  /** the sender on the envelope of mails, to which mail servers report; null: that of `from` */
  address: string | null;
}

/** What is said in the clear on this machine stays on it. */
export const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '::1', '[::1]'];

const PORTS: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 };

/** Null: no mail server is set up. Links in mails lead to the public address, so mail needs one. */
export function mailSettings(env: NodeJS.ProcessEnv): MailSettings | null {
  const given = text(env, 'CASEWRIGHT_MAIL_URL');
  if (given === null) return null;
  const url = URL.parse(given);
  const port = PORTS[url?.protocol ?? ''];
  // the value may hold a password, so it is not repeated in the message
  if (!url?.hostname || port === undefined)
    throw new SetupProblem('CASEWRIGHT_MAIL_URL must look like smtp://user:password@host:587');
  if (text(env, 'CASEWRIGHT_PUBLIC_URL') === null)
    throw new SetupProblem(
      'CASEWRIGHT_MAIL_URL needs CASEWRIGHT_PUBLIC_URL, the address that links in mails lead to',
    );
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? port : Number(url.port),
    secure: url.protocol === 'smtps:',
    login:
      url.username === ''
        ? null
        : {
            user: decoded('CASEWRIGHT_MAIL_URL', url.username),
            password: decoded('CASEWRIGHT_MAIL_URL', url.password),
          },
    from: sender(env),
    reports: mailboxSettings(env),
  };
}

const REPORTS_URL = 'CASEWRIGHT_MAIL_REPORTS_URL';
const REPORTS_TO = 'CASEWRIGHT_MAIL_REPORTS_TO';

/** Passwords go over TLS only, except on this machine. */
function mailboxSettings(env: NodeJS.ProcessEnv): MailboxSettings | null {
  const given = text(env, REPORTS_URL);
  if (given === null) return null;
  const url = URL.parse(given);
  const secure = url?.protocol === 'pop3s:';
  const isOpen = url?.protocol === 'pop3:' && LOOPBACK.includes(url.hostname);
  if (!url?.hostname || url.username === '' || !(secure || isOpen))
    throw new SetupProblem(`${REPORTS_URL} must look like pop3s://user:password@host:995`);
  const address = text(env, REPORTS_TO);
  if (address !== null && !isMailAddress(address))
    throw new SetupProblem(`${REPORTS_TO} is '${address}', but must be an address such as reports@host`);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 995 : 110) : Number(url.port),
    secure,
    login: { user: decoded(REPORTS_URL, url.username), password: decoded(REPORTS_URL, url.password) },
    address,
  };
}

function decoded(name: string, part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new SetupProblem(`${name} holds a % that stands for no character; write %25 for it`);
  }
}

const ADDRESS = /^(?:[^<>\r\n]*<)?[^\s<>@,;]+@[^\s<>@,;]+>?$/;

function sender(env: NodeJS.ProcessEnv): string {
  const from = text(env, 'CASEWRIGHT_MAIL_FROM');
  if (from === null || !ADDRESS.test(from) || from.includes('<') !== from.endsWith('>'))
    throw new SetupProblem(
      `CASEWRIGHT_MAIL_FROM is '${from ?? ''}', but must be an address such as Casewright <safety@host>`,
    );
  return from;
}
