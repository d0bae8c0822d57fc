/** Which machines the profiles of receivers may name. */
import { refusedHost } from '../../connections/allowedHosts.ts';
import { TransportFailure, type TransportProfile } from './transport.ts';

/**
 * `allowed`: host names that the operator lists; null: any. Throws a `TransportFailure` that names the host, before anything
 * is sent to it.
 */
export function requireAllowedHosts(
  allowed: readonly string[] | null,
  { settings }: Pick<TransportProfile, 'settings'>,
): void {
  const refused = refusedHost(allowed, settings);
  if (refused !== undefined)
    throw new TransportFailure(
      'settings',
      `the operator does not allow the host ${refused} (CASEWRIGHT_TRANSPORT_HOSTS)`,
    );
}
