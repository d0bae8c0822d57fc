/**
 * Invented e-mails about cases of the demo: one that was delivered to all, one that a mail server refused for a
 * recipient.
 */
import type { Deps } from '../deps.ts';
import { logCaseMail, type CaseMail } from '../mail/caseMailLog.ts';
import { insertMail } from '../mail/outbox.store.ts';
import { inSponsor, type Trx } from '../storage/database.ts';

const HOUR_MS = 3_600_000;

interface DemoMail extends Pick<CaseMail, 'reportId' | 'receiver' | 'size' | 'hasPassword'> {
  hoursAgo: number;
  /** a recipient with a reason is one whose mail server did not take it */
  to: readonly { userName: string; address: string; why?: string }[];
}

const MAILS: readonly DemoMail[] = [
  {
    reportId: 'CIOMS',
    receiver: null,
    size: 184_320,
    hasPassword: true,
    hoursAgo: 30,
    to: [
      { userName: 'Mina Park', address: 'case.editor@example.com' },
      { userName: 'Safety mailbox, Basel', address: 'safety.basel@example.com' },
    ],
  },
  {
    reportId: 'XML',
    receiver: 'MFDS',
    size: 28_560,
    hasPassword: false,
    hoursAgo: 4,
    to: [
      { userName: 'Seo Ha-neul', address: 'sponsor.admin@example.com' },
      {
        userName: 'Dr. A. Moreau',
        address: 'a.moreau@example.org',
        why: '550 5.1.1 mailbox unavailable',
      },
    ],
  },
];

/** Nothing of it is sent: they lie in the outbox as what became of them. The demo accounts and cases must be there. */
export async function seedDemoMails({ db, clock, newUuid }: Deps, sponsorKey: number): Promise<void> {
  const now = clock.now().getTime();
  await inSponsor(db, sponsorKey, async (trx) => {
    if (await hasMails(trx, sponsorKey)) return;
    const cases = await newestCases(trx, sponsorKey, MAILS.length);
    const user = await trx
      .selectFrom('app_user')
      .select(['user_key as userKey', 'user_id as userId', 'name as userName'])
      .where('user_id', '=', 'case.editor')
      .executeTakeFirstOrThrow();
    for (const [index, { hoursAgo, to, ...mail }] of MAILS.entries()) {
      const caseKey = cases[index];
      if (caseKey === undefined) continue;
      const at = new Date(now - hoursAgo * HOUR_MS);
      const recipients = [];
      for (const { userName, address, why = null } of to) {
        const outboxKey = await insertMail(trx, {
          message_id: `<${newUuid()}@example.com>`,
          recipient: address,
          subject: mail.reportId,
          body: null,
          state: why === null ? 'sent' : 'failed',
          created_at: at,
          give_up_at: at,
          last_error: why,
          sent_at: why === null ? at : null,
        });
        recipients.push({ userName, address, outboxKey });
      }
      await logCaseMail(trx, { ...mail, sponsorKey, caseKey, at, user, recipients });
    }
  });
}

const hasMails = async (trx: Trx, sponsorKey: number): Promise<boolean> =>
  (await trx
    .selectFrom('email_log')
    .select('email_key')
    .where('sponsor_key', '=', sponsorKey)
    .limit(1)
    .executeTakeFirst()) !== undefined;

async function newestCases(trx: Trx, sponsorKey: number, limit: number): Promise<number[]> {
  const found = await trx
    .selectFrom('pv_case')
    .select('case_key')
    .where('sponsor_key', '=', sponsorKey)
    .where('latest', '=', true)
    .orderBy('case_key', 'desc')
    .limit(limit)
    .execute();
  return found.map(({ case_key }) => case_key);
}
