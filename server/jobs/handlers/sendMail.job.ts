/** Sends one mail of the outbox. */
import type { Deps } from '../../deps.ts';
import { mailSender } from '../../mail/sendMail.ts';

export const createJob = (deps: Pick<Deps, 'db' | 'clock' | 'files' | 'log' | 'mail'>) =>
  deps.mail && mailSender(deps, deps.mail);
