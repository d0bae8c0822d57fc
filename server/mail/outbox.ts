/** Mails are written into the database with the change they report; a job each sends them until a mail server takes them. */
import { enqueue } from '../jobs/enqueue.store.ts';
import type { JobKind } from '../jobs/job.types.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import type { Mailer } from '../ports/mailer.ts';
import { smtpMailer } from '../ports/mailer.ts';
import { sealing } from '../sealing.ts';
import type { Sealing } from '../sealing.ts';
import type { Config } from '../config.ts';
import type { Trx } from '../storage/database.ts';
import { insertMail } from './outbox.store.ts';

/** What it takes to send mails. */
export interface Mail {
  mailer: Mailer;
  /** a mail may hold a link that opens something: it lies sealed in the database */
  sealing: Sealing;
  /** the part of a Message-ID that names its sender */
  domain: string;
  /** The full address of a path of the product. No request has a say in it. */
  linkTo: (path: string) => string;
}

/** Null where no mail server is set up. */
export function openMail(config: Config): Mail | null {
  const { mail, publicUrl } = config;
  if (!mail || publicUrl === null) return null;
  return {
    mailer: smtpMailer(mail),
    sealing: sealing(config, 'outbox'),
    domain: mail.from.replace(/^.*@|>$/g, ''),
    linkTo: (path) => publicUrl + path,
  };
}

/** A mail of the outbox; its time runs out before its attempts do. */
export const SEND_MAIL: JobKind<{ emailKey: number }> = { kind: 'send-mail', maxAttempts: 1000 };

export interface NewMail {
  to: string;
  subject: string;
  text: string;
  /** from then on it is of no use */
  giveUpAt: Date;
  /** a file that a row names, until the mail is sent or given up */
  file?: MailedFile | undefined;
}

/** A file of the file store as a mail carries it. */
export interface MailedFile {
  fileKey: string;
  fileName: string;
  mediaType: string;
}

/** Puts a mail out to be sent, if and when the transaction is kept. Answers the key by which its result is found. */
export async function putMail(
  trx: Trx,
  { clock, newUuid }: ClockWorld & UuidWorld,
  { sealing, domain }: Mail,
  { to, subject, text, giveUpAt, file }: NewMail,
): Promise<number> {
  const at = clock.now();
  const emailKey = await insertMail(trx, {
    message_id: `<${newUuid()}@${domain}>`,
    recipient: to,
    subject,
    body: sealing.sealed(text),
    created_at: at,
    give_up_at: giveUpAt,
    ...(file && { file_key: file.fileKey, file_name: file.fileName, media_type: file.mediaType }),
  });
  await enqueue(trx, {
    kind: SEND_MAIL,
    sponsorKey: 0,
    payload: { emailKey },
    at,
    dedupeKey: String(emailKey),
  });
  return emailKey;
}

export interface MailWorld {
  /** null: no mail server is set up */
  mail: Mail | null;
}
