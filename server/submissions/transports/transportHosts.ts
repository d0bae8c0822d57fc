/** Which machines the profiles of receivers may name: the server reaches others in its network that users do not. */
import { TransportFailure, type TransportProfile } from './transport.ts';

/** The hosts that a profile names: a setting that is an address, or the host itself. */
const hostsOf = ({ settings }: Pick<TransportProfile, 'settings'>): string[] =>
  Object.entries(settings).flatMap(([name, value]) => {
    if (name === 'host') return [value.toLowerCase()];
    return /^https?:/i.test(value) && URL.canParse(value) ? [new URL(value).hostname.toLowerCase()] : [];
  });

/**
 * `allowed`: host names that the operator lists; null: any. Throws a `TransportFailure` that names the host, before anything
 * is sent to it.
 */
export function requireAllowedHosts(
  allowed: readonly string[] | null,
  profile: Pick<TransportProfile, 'settings'>,
): void {
  const refused = hostsOf(profile).find((host) => allowed !== null && !allowed.includes(host));
  if (refused !== undefined)
    throw new TransportFailure(
      'settings',
      `the operator does not allow the host ${refused} (CASEWRIGHT_TRANSPORT_HOSTS)`,
    );
}
