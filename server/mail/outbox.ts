/** Mails are written into the database with the change they tell of, and sent from there until a mail server takes them. */
import type { ClockWorld } from '../ports/clock.ts';
import type { LogWorld } from '../ports/log.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import { MailRefused } from '../ports/mailer.ts';
import type { Mailer } from '../ports/mailer.ts';
import { smtpMailer } from '../ports/mailer.ts';
import { sealing } from '../sealing.ts';
import type { Sealing } from '../sealing.ts';
import type { Config } from '../config.ts';
import type { DatabaseWorld, Trx } from '../storage/database.ts';
import { claimDueMail, insertMail, markFailed, markSent, postpone } from './outbox.store.ts';
import type { Claim } from './outbox.store.ts';

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

const SECOND_MS = 1000;
/** longer than the mail server may take: the claim on a mail of a process that died */
const LEASE_MS = 5 * 60 * SECOND_MS;
const FIRST_WAIT_MS = 10 * SECOND_MS;
const LONGEST_WAIT_MS = 30 * 60 * SECOND_MS;

export interface NewMail {
  to: string;
  subject: string;
  text: string;
  /** from then on it is of no use */
  giveUpAt: Date;
}

/** Puts a mail out to be sent, if and when the transaction is kept. Answers the key by which its result is found. */
export function putMail(
  trx: Trx,
  { clock, newUuid }: ClockWorld & UuidWorld,
  { sealing, domain }: Mail,
  { to, subject, text, giveUpAt }: NewMail,
): Promise<number> {
  const at = clock.now();
  return insertMail(trx, {
    message_id: `<${newUuid()}@${domain}>`,
    recipient: to,
    subject,
    body: sealing.sealed(text),
    created_at: at,
    next_at: at,
    give_up_at: giveUpAt,
  });
}

type Sender = DatabaseWorld & ClockWorld & LogWorld;

/** Tries all mails that are due, one after the other, until it is told to stop; several processes share them. */
export async function sendDueMails(deps: Sender, mail: Mail, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const now = deps.clock.now();
    const claimed = await claimDueMail(deps.db, now, new Date(now.getTime() + LEASE_MS));
    if (!claimed) return;
    const { message_id: messageId, recipient: to, subject } = claimed;
    if (now >= claimed.give_up_at) {
      await markFailed(deps.db, claimed, claimed.last_error ?? 'it could not be sent in time');
      continue;
    }
    try {
      await mail.mailer.send({ messageId, to, subject, text: mail.sealing.opened(claimed.body) });
      await markSent(deps.db, claimed, deps.clock.now());
    } catch (error) {
      await afterFailure(deps, claimed, error);
    }
  }
}

/** Tries again later, waiting twice as long each time; not where that is of no use. */
async function afterFailure(
  { db, clock, log }: Sender,
  claimed: Claim & { give_up_at: Date },
  error: unknown,
): Promise<void> {
  const why = error instanceof Error ? error.message : String(error);
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (claimed.attempts - 1), LONGEST_WAIT_MS);
  const nextAt = new Date(clock.now().getTime() + wait);
  const givesUp = error instanceof MailRefused || nextAt >= claimed.give_up_at;
  log.warn(
    { email: claimed.email_key, attempts: claimed.attempts, why, givesUp },
    'a mail could not be sent',
  );
  if (givesUp) await markFailed(db, claimed, why);
  else await postpone(db, claimed, nextAt, why);
}

export interface MailWorld {
  /** null: no mail server is set up */
  mail: Mail | null;
}
