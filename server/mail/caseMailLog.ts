/** Keeps that mails about cases were sent: by whom, when, carrying which report, to whom. Not what they said. */
import type { Trx } from '../storage/database.ts';

export interface CaseMail {
  sponsorKey: number;
  /** the version whose report it carried */
  caseKey: number;
  at: Date;
  user: { userKey: number | null; userId: string; userName: string };
  /** which report, e.g. `CIOMS` */
  reportId: string;
  /** the receiver of the report; null: none in particular */
  receiver: string | null;
  /** of what it carried, in bytes */
  size: number;
  hasPassword: boolean;
  /** the file that it carried, and what its report was made with */
  file?: { fileKey: string; fileName: string; options: object };
  recipients: readonly CaseMailRecipient[];
}

interface CaseMailRecipient {
  userName: string;
  address: string;
  /** what `putMail` answered for this address; null where it was not put out */
  outboxKey: number | null;
}

/** In the transaction that puts the mails out. Answers the key of the log. */
export async function logCaseMail(trx: Trx, mail: CaseMail): Promise<number> {
  const { sponsorKey: sponsor_key, user, recipients } = mail;
  const { email_key } = await trx
    .insertInto('email_log')
    .values({
      sponsor_key,
      case_key: mail.caseKey,
      at: mail.at,
      user_key: user.userKey,
      user_id: user.userId,
      user_name: user.userName,
      report_id: mail.reportId,
      receiver: mail.receiver,
      size: mail.size,
      has_password: mail.hasPassword,
      ...(mail.file && {
        file_key: mail.file.fileKey,
        file_name: mail.file.fileName,
        options: JSON.stringify(mail.file.options),
      }),
    })
    .returning('email_key')
    .executeTakeFirstOrThrow();
  if (recipients.length > 0)
    await trx
      .insertInto('email_log_recipient')
      .values(
        recipients.map(({ userName, address, outboxKey }, at) => ({
          sponsor_key,
          email_key,
          recipient_no: at + 1,
          user_name: userName,
          address,
          outbox_key: outboxKey,
        })),
      )
      .execute();
  return email_key;
}
