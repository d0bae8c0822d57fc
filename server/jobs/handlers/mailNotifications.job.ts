/** Mails users what waits for them, by their own rules. */
import type { Deps } from '../../deps.ts';
import { notificationMailer } from '../../notifications/mailNotifications.ts';

export const createJob = (deps: Pick<Deps, 'db' | 'catalogues' | 'clock' | 'newUuid' | 'mail'>) =>
  deps.mail && notificationMailer(deps, deps.mail);
