/** Mails a notice to its readers. */
import type { Deps } from '../../deps.ts';
import { noticeMailer } from '../../notices/noticeAlarm.ts';

export const createJob = (deps: Pick<Deps, 'db' | 'clock' | 'newUuid' | 'mail'>) =>
  deps.mail && noticeMailer(deps, deps.mail);
