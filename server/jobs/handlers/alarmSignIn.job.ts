/** Mails administrators that there are many failures to sign in as one of their users. */
import { signInAlarm } from '../../accounts/signInFailures.ts';
import type { Deps } from '../../deps.ts';

export const createJob = (deps: Pick<Deps, 'db' | 'clock' | 'newUuid' | 'mail'>) => signInAlarm(deps);
