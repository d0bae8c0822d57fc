/** Reads from a mailbox what mail servers report of the mails of the outbox. */
import { readDeliveryReport } from '../../shared/mail/deliveryReport.ts';
import type { ConfigWorld } from '../config.ts';
import type { RecurringJob } from '../jobs/job.types.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { LogWorld } from '../ports/log.ts';
import { popMailbox, type Mailbox } from '../ports/mailbox.ts';
import type { DatabaseWorld } from '../storage/database.ts';
import { noteDelivery } from './outbox.store.ts';

type ReaderWorld = DatabaseWorld & ClockWorld & LogWorld & ConfigWorld;

const POLL_MS = 60_000;

/**
 * Null: no mailbox is set up. A notification of a mail of this product is removed once it is noted. Everything else stays
 * for the people who read the mailbox, and is read once per process.
 */
export function deliveryReportReader(world: ReaderWorld): RecurringJob | null {
  const settings = world.config.mail?.reports;
  if (!settings) return null;
  let known: ReadonlySet<string> = new Set();
  return {
    name: 'read-delivery-reports',
    every: POLL_MS,
    run: async (signal) => {
      const mailbox = await popMailbox(settings, signal);
      try {
        known = await readAll(world, mailbox, known);
      } finally {
        await mailbox.close();
      }
    },
  };
}

/** Answers the ids of the mails that stay. */
async function readAll(
  world: ReaderWorld,
  mailbox: Mailbox,
  known: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const staying = new Set<string>();
  for (const { number, id } of await mailbox.list())
    if (!known.has(id) && (await isNoted(world, await mailbox.read(number)))) await mailbox.remove(number);
    else staying.add(id);
  return staying;
}

/** Whether the mail reports of one of the outbox. */
async function isNoted({ db, clock, log }: ReaderWorld, raw: string): Promise<boolean> {
  const report = readDeliveryReport(raw);
  if (!report?.delivery || report.mailIds.length === 0) return false;
  const { mailIds, delivery, note } = report;
  const isOurs = await db
    .transaction()
    .execute((trx) => noteDelivery(trx, mailIds, { delivery, note, at: clock.now() }));
  if (isOurs && delivery === 'bounced') log.warn({ why: note }, 'a mail was returned as undeliverable');
  return isOurs;
}
