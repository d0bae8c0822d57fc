/** Mails about cases as a list. What they said, and of which patient, is not in it. */
import { sql } from 'kysely';
import type { ListSource } from '../../lists/listSource.ts';
import { mailsOfCases, resultOf, visibleMails } from './emailLogs.store.ts';

const recipients = sql`email_log_recipient r left join outbox_email o on o.email_key = r.outbox_key
  where r.sponsor_key = m.sponsor_key and r.email_key = m.email_key`;
const results = sql<string[]>`array(select distinct ${resultOf} from ${recipients} order by 1)`;

export const emailLogList: ListSource = {
  menuId: 'MU-CS-LOG',
  from: mailsOfCases,
  scope: ({ user }) => visibleMails(user.sponsorKey, user),
  key: sql<number>`m.email_key`,
  name: 'caseNo',
  columns: {
    at: { value: sql`m.at`, notNull: true },
    userName: { value: sql`m.user_name`, notNull: true },
    caseNo: { value: sql`v.case_no`, notNull: true },
    versionNo: { value: sql`v.version_no`, notNull: true },
    report: { value: sql`m.report_id`, notNull: true },
    receiver: { value: sql`m.receiver` },
    recipients: {
      value: sql`(select string_agg(r.user_name || ' <' || r.address || '>', ', ' order by r.recipient_no) from ${recipients})`,
    },
    size: { value: sql`m.size`, notNull: true },
    password: { value: sql`case when m.has_password then 'Y' else 'N' end`, notNull: true },
    result: {
      value: results,
      oneOf: (codes) => sql<boolean>`${results} && ${[...codes]}::text[]`,
    },
  },
};
