/** Settings of the mail server. Read by config.ts. */
import { SetupProblem, text } from '../settings.ts';

export interface MailSettings {
  host: string;
  port: number;
  /** TLS from the first byte (smtps); else the connection is upgraded where the server offers it */
  secure: boolean;
  login: { user: string; password: string } | null;
  /** `Name <name@host>` or `name@host` */
  from: string;
}

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
    login: url.username === '' ? null : { user: decoded(url.username), password: decoded(url.password) },
    from: sender(env),
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new SetupProblem('CASEWRIGHT_MAIL_URL holds a % that stands for no character; write %25 for it');
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
