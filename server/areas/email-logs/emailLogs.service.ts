/** One mail of the log. */
import type { DataOf, readEmailLog } from '../../../shared/contract/index.ts';
import type { SessionUser } from '../../http/session.ts';
import { notFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { findMail, findRecipients } from './emailLogs.store.ts';

/** Throws 404 NOT_FOUND where there is none, or its case is out of the reader's scope. */
export const readMail = (
  { db }: DatabaseWorld,
  user: SessionUser,
  emailKey: number,
): Promise<DataOf<typeof readEmailLog>> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const found = await findMail(trx, user.sponsorKey, user, emailKey);
    if (!found) throw notFound();
    const recipients = await findRecipients(trx, user.sponsorKey, emailKey);
    return {
      emailKey: found.email_key,
      at: found.at.toISOString(),
      userName: found.user_name,
      caseKey: found.case_key,
      caseNo: found.case_no,
      versionNo: found.version_no,
      reportId: found.report_id,
      receiver: found.receiver,
      size: found.size,
      password: found.has_password ? 'Y' : 'N',
      recipients: recipients.map(({ user_name, address, result, ...mail }) => ({
        userName: user_name,
        address,
        result,
        at:
          (mail.delivery_at ?? mail.sent_at ?? (result === 'waiting' ? mail.next_at : null))?.toISOString() ??
          null,
        why: mail.delivery_note || mail.last_error,
      })),
    };
  });
