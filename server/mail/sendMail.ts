/** Sends the mails of the outbox, each a job. */
import type { ClockWorld } from '../ports/clock.ts';
import type { FilesWorld } from '../files/fileStore.ts';
import type { LogWorld } from '../ports/log.ts';
import type { DatabaseWorld } from '../storage/database.ts';
import { FinalFailure, type JobHandler } from '../jobs/job.types.ts';
import { MailRefused } from '../ports/mailer.ts';
import { SEND_MAIL, type Mail } from './outbox.ts';
import { findMail, markFailed, markSent, noteFailure } from './outbox.store.ts';

/** Sends a mail at most once where the mail server answers in time; several processes share the outbox. */
export const mailSender = (
  { db, clock, log, files }: DatabaseWorld & ClockWorld & FilesWorld & LogWorld,
  { mailer, sealing }: Mail,
): JobHandler<{ emailKey: number }> => ({
  kind: SEND_MAIL,
  run: async ({ payload: { emailKey }, attempt }) => {
    const mail = await findMail(db, emailKey);
    if (!mail || mail.state === 'sent') return;
    if (mail.state === 'failed' || mail.body === null)
      throw new FinalFailure('the mail was given up, and its text is not kept');
    if (clock.now() >= mail.give_up_at)
      throw new FinalFailure(mail.last_error ?? 'it could not be sent in time');
    const text = sealing.openedOrNull(mail.body);
    if (text === null)
      throw new FinalFailure('CASEWRIGHT_SECRET was changed since the mail was written: send it again');
    const { message_id: messageId, recipient: to, subject } = mail;
    const attachment = await attachmentOf(files, mail);
    try {
      await mailer.send({ messageId, to, subject, text, attachment });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      log.warn({ email: emailKey, attempt, why }, 'a mail could not be sent');
      // the error itself names the recipient, who must not stand in a log
      throw error instanceof MailRefused ? new FinalFailure(why) : new Error(why);
    }
    return (trx) => markSent(trx, emailKey, clock.now());
  },
  failed: (trx, { payload: { emailKey } }, { message, retryAt }) =>
    retryAt ? noteFailure(trx, emailKey, message) : markFailed(trx, emailKey, message),
});

async function attachmentOf(
  files: FilesWorld['files'],
  { file_key, file_name, media_type }: NonNullable<Awaited<ReturnType<typeof findMail>>>,
) {
  if (file_key === null) return undefined;
  const content = await files.stream(file_key);
  if (!content) throw new FinalFailure('the file of the mail does not exist');
  return { fileName: file_name ?? file_key, mediaType: media_type ?? 'application/octet-stream', content };
}
