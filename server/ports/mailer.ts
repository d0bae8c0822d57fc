/** Handing a mail to a mail server, as a port. */
import type { Readable } from 'node:stream';
import { LOOPBACK, type MailboxSettings, type MailSettings } from '../mail/mailSettings.ts';

interface Letter {
  messageId: string;
  to: string;
  subject: string;
  text: string;
  attachment?: { fileName: string; mediaType: string; content: Readable } | undefined;
}

export interface Mailer {
  /** Throws a `MailRefused` where trying again is of no use, anything else where it may be. */
  send: (letter: Letter) => Promise<void>;
  close: () => Promise<void>;
}

/** The mail server took the mail for good or for bad: no such address, too large, not wanted. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

const SECOND_MS = 1000;

/** A mail server over SMTP. A password is only sent over TLS. */
export function smtpMailer({ host, port, secure, login, from, reports }: MailSettings): Mailer {
  const options = {
    host,
    port,
    secure,
    ...(login && { auth: { user: login.user, pass: login.password } }),
    requireTLS: !secure && login !== null && !LOOPBACK.includes(host),
    connectionTimeout: 10 * SECOND_MS,
    greetingTimeout: 10 * SECOND_MS,
    socketTimeout: 30 * SECOND_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  // a start does not wait for what only a mail needs
  const transport = import('nodemailer').then(({ createTransport }) => createTransport(options));
  return {
    send: async ({ messageId, to, subject, text, attachment }) => {
      try {
        const headers = { 'Auto-Submitted': 'auto-generated' };
        const attachments = attachment && [
          {
            filename: attachment.fileName,
            contentType: attachment.mediaType,
            content: attachment.content,
          },
        ];
        await (
          await transport
        ).sendMail({
          from,
          // an object, so that no comma in it makes two addresses
          to: { name: '', address: to },
          messageId,
          subject,
          text,
          headers,
          ...(attachments && { attachments }),
          ...(reports && reportedTo(reports, { from, to, messageId })),
        });
      } catch (cause) {
        if (isFinal(cause)) throw new MailRefused(String((cause as Error).message), { cause });
        throw cause;
      }
    },
    close: async () => (await transport).close(),
  };
}

/** Asks mail servers to report to the mailbox what becomes of the mail, without its text (RFC 3461). */
const reportedTo = (
  { address }: MailboxSettings,
  { from, to, messageId }: { from: string; to: string; messageId: string },
) => ({
  envelope: { from: address ?? from, to },
  dsn: {
    id: messageId.replaceAll(/^<|>$/g, ''),
    return: 'headers' as const,
    notify: ['success', 'failure', 'delay'],
    recipient: to,
  },
});

/** The server refuses this mail (5xx), or the address cannot be written. A refused login is the operator's to mend. */
function isFinal(error: unknown): boolean {
  const { code, responseCode = 500 } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
}
