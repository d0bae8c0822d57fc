/** A mail server for tests: a real one, on a free port, that keeps what it is given. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { startMailbox, type Mailbox } from './mailbox.ts';

export interface TestMail {
  from: string;
  to: string[];
  /** as it came over the wire */
  raw: string;
  subject: string;
  /** the text, decoded */
  text: string;
}

export interface MailServer {
  url: string;
  mails: TestMail[];
  /** what the next mails to that address are refused with, one after the other: `451`, `550` */
  refuse: (address: string, codes: number[]) => void;
  /** what it reports of the mails to that address, to the mailbox of their sender: failed, delayed, delivered */
  reports: (address: string, action: string, note?: string) => void;
  /** the mailbox of senders */
  mailbox: Mailbox;
  close: () => Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: TestMail[] = [];
  const refusals = new Map<string, number[]>();
  const reported = new Map<string, { action: string; note: string }>();
  const mailbox = await startMailbox();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    hideDSN: false,
    onRcptTo: ({ address }, _session, done) => {
      const code = refusals.get(address)?.shift();
      done(code ? Object.assign(new Error(`refused with ${code}`), { responseCode: code }) : null);
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push({ from, to, raw, subject: subjectOf(raw), text: textOf(raw) });
        for (const { address, dsn } of envelope.rcptTo) {
          const report = reported.get(address);
          if (report && dsn?.notify?.includes(NOTIFIED[report.action] ?? ''))
            mailbox.mails.push(
              notification({ to: from, address, raw, ...report, envid: envelope.dsn?.envid }),
            );
        }
        done();
      });
    },
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: (address, codes) => refusals.set(address, codes),
    reports: (address, action, note = '') => reported.set(address, { action, note }),
    mailbox,
    close: async () => {
      await mailbox.close();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

/** By which word of a request each action is reported (RFC 3461). */
const NOTIFIED: Record<string, string> = { failed: 'FAILURE', delayed: 'DELAY', delivered: 'SUCCESS' };

interface Notified {
  to: string;
  address: string;
  raw: string;
  action: string;
  note: string;
  envid: string | null | undefined;
}

/** A delivery status notification, with the head of the mail. */
const notification = ({ to, address, raw, action, note, envid }: Notified): string =>
  [
    'From: MAILER-DAEMON@mx.example',
    `To: ${to}`,
    'Subject: Delivery Status Notification',
    'Auto-Submitted: auto-replied',
    'Content-Type: multipart/report; report-type=delivery-status;',
    ' boundary="=_status"',
    '',
    '--=_status',
    '',
    `The state of your mail is: ${action}.`,
    '--=_status',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    ...(envid ? [`Original-Envelope-Id: ${envid}`] : []),
    '',
    `Final-Recipient: rfc822; ${address}`,
    `Action: ${action}`,
    `Status: ${action === 'failed' ? '5.1.1' : '2.0.0'}`,
    `Diagnostic-Code: smtp; ${note}`,
    '--=_status',
    'Content-Type: text/rfc822-headers',
    '',
    raw.split('\r\n\r\n')[0] ?? '',
    '--=_status--',
    '',
  ].join('\r\n');

/** Of a mail whose subject is ASCII (RFC 5322, section 2.2.3). */
const subjectOf = (raw: string): string =>
  (/^Subject: (.*(?:\r\n[ \t].*)*)/im.exec(raw)?.[1] ?? '').replace(/\r\n/g, '');

/** A mail of one part, whatever it is encoded with. */
function textOf(raw: string): string {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const [, encoding = '7bit'] = /^content-transfer-encoding: (\S+)/im.exec(head) ?? [];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** The files that a mail carries. */
export function attachmentsOf(raw: string): { name: string; bytes: Buffer }[] {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1];
  if (boundary === undefined) return [];
  return raw.split(`--${boundary}`).flatMap((part) => {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const name = /filename="?([^"\r\n;]+)"?/i.exec(head)?.[1];
    return name === undefined ? [] : [{ name, bytes: Buffer.from(rest.join('\r\n\r\n'), 'base64') }];
  });
}
