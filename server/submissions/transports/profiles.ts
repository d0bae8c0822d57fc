/** Profiles of transports: opened for use, and rested after faults. */
import { dayAt } from '../../../shared/dates/zonedDay.ts';
import { daysLeft } from '../../../shared/obligations/obligations.ts';
import type { Config, ConfigWorld } from '../../config.ts';
import { openedSecrets, SEALED_OTHERWISE, sealing, type Sealing } from '../../sealing.ts';
import type { Trx } from '../../storage/database.ts';
import {
  findProfile,
  lockProfile,
  updateProfile,
  type ProfileRef,
  type StoredProfile,
} from './profile.store.ts';
import {
  TransportFailure,
  type RemoteConnection,
  type TransportProfile,
  type TransportsWorld,
} from './transport.ts';

/** Passing faults in a row after which a transport rests. */
const MAX_FAILURES = 5;
const REST_MS = 15 * 60_000;

type ProfileWorld = ConfigWorld & TransportsWorld;

export const profileSealing = (config: Config): Sealing => sealing(config, 'transports');

/** Null: they were sealed with another secret, and are typed again. */
export const secretsOf = (
  config: Config,
  { secrets }: Pick<StoredProfile, 'secrets'>,
): Record<string, string> | null => openedSecrets(profileSealing(config), secrets);

/** Throws a `TransportFailure` where the secrets have to be typed again. */
export function connectionOf(
  { config, transports }: ProfileWorld,
  { adapter, settings, ...stored }: StoredProfile,
  environment: TransportProfile['environment'],
): RemoteConnection {
  const secrets = secretsOf(config, stored);
  if (secrets === null) throw new TransportFailure('credentials', SEALED_OTHERWISE);
  return transports.remote({ adapter, environment, settings, secrets });
}

/** The profile that a batch uses. Throws a `TransportFailure` where it was removed, switched off or is another one now. */
export async function profileInUse(
  trx: Trx,
  { sponsorKey, receiverKey, transport }: ProfileRef & { transport: string },
): Promise<StoredProfile> {
  const found = await findProfile(trx, { sponsorKey, receiverKey });
  if (!found?.active || found.adapter !== transport)
    throw new TransportFailure('settings', `the transport '${transport}' of the receiver is switched off`);
  return found;
}

/** Until when nothing is tried; null: it may be tried now. After a rest, one attempt probes; the others wait for it. */
export async function restUntil(trx: Trx, ref: ProfileRef, now: Date): Promise<Date | null> {
  const found = await lockProfile(trx, ref);
  if (!found?.paused_until) return null;
  if (found.paused_until > now) return found.paused_until;
  await updateProfile(trx, ref, { paused_until: new Date(now.getTime() + REST_MS) });
  return null;
}

/** Notes how an attempt ended: after several passing faults in a row the transport rests. */
export async function noteAttempt(trx: Trx, ref: ProfileRef, failed: boolean, now: Date): Promise<void> {
  const found = await lockProfile(trx, ref);
  if (!found || (!failed && found.failures === 0)) return;
  const failures = failed ? found.failures + 1 : 0;
  const rests = failures >= MAX_FAILURES;
  await updateProfile(trx, ref, {
    failures,
    paused_until: rests ? new Date(now.getTime() + REST_MS) : null,
  });
}

/** What of a profile ends soon, with the days left. */
export function endsOf(
  { certificate_until, secret_until }: Pick<StoredProfile, 'certificate_until' | 'secret_until'>,
  now: Date,
): { what: 'certificate' | 'secret'; day: string; daysLeft: number }[] {
  const today = dayAt(now.getTime(), 'UTC');
  const of = (what: 'certificate' | 'secret', day: string | null) =>
    day === null ? [] : [{ what, day, daysLeft: daysLeft(day, today) }];
  return [...of('certificate', certificate_until), ...of('secret', secret_until)];
}
