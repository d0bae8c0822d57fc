/** Warns of certificates and secrets of transports that end soon. */
import type { Deps } from '../../deps.ts';
import { endWarner } from '../../submissions/transports/warnOfEnds.ts';

export const createJob = (deps: Pick<Deps, 'db' | 'clock' | 'newUuid' | 'mail'>) =>
  deps.mail && endWarner(deps, deps.mail);
