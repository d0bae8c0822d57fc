/** Queries on the log of mails. They take the transaction they are part of, and decide nothing. */
import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../../shared/access/scope.ts';
import type { MailResult } from '../../../shared/contract/index.ts';
import { caseInScope } from '../../cases/record/caseScope.store.ts';
import { SEND_MAIL } from '../../mail/outbox.ts';
import type { Trx } from '../../storage/database.ts';

/** The e-mail, the version it was about (`v`), and the newest one (`c`), whose scope decides. */
export const mailsOfCases = sql`email_log m
  join pv_case v on v.sponsor_key = m.sponsor_key and v.case_key = m.case_key
  join pv_case c on c.sponsor_key = v.sponsor_key and c.root_case_key = v.root_case_key and c.latest`;

export const visibleMails = (sponsorKey: number, scope: Scope): RawBuilder<boolean> =>
  sql<boolean>`m.sponsor_key = ${sponsorKey} and ${caseInScope(scope)}`;

/** What became of the mail of a recipient: `o` is its place in the outbox, if it has one. */
export const resultOf = sql<MailResult>`case o.state
  when 'sent' then coalesce(o.delivery, 'sent') when 'failed' then 'failed' when 'ready' then 'waiting' else 'notSent' end`;

/** When a mail that waits is tried next: by the job that sends it. */
const nextAttempt = sql<Date | null>`(
  select j.run_at from job j
  where j.sponsor_key = 0 and j.kind = ${SEND_MAIL.kind} and j.dedupe_key = o.email_key::text and j.state = 'ready'
)`;

interface FoundMail {
  email_key: number;
  at: Date;
  user_name: string;
  case_key: number;
  case_no: string;
  version_no: number;
  report_id: string;
  receiver: string | null;
  size: number;
  has_password: boolean;
}

/** Undefined where there is none that the reader may see. */
export async function findMail(
  trx: Trx,
  sponsorKey: number,
  scope: Scope,
  emailKey: number,
): Promise<FoundMail | undefined> {
  const { rows } = await sql<FoundMail>`
    select m.email_key, m.at, m.user_name, m.case_key, v.case_no, v.version_no, m.report_id, m.receiver, m.size,
      m.has_password
    from ${mailsOfCases} where ${visibleMails(sponsorKey, scope)} and m.email_key = ${emailKey}`.execute(trx);
  return rows[0];
}

export const findRecipients = (trx: Trx, sponsorKey: number, emailKey: number) =>
  trx
    .selectFrom('email_log_recipient as r')
    .leftJoin('outbox_email as o', 'o.email_key', 'r.outbox_key')
    .select(['r.user_name', 'r.address', 'o.sent_at', 'o.last_error', resultOf.as('result')])
    .select(['o.delivery_at', 'o.delivery_note'])
    .select(nextAttempt.as('next_at'))
    .where('r.sponsor_key', '=', sponsorKey)
    .where('r.email_key', '=', emailKey)
    .orderBy('r.recipient_no')
    .execute();
