/** Which machines the profiles of receivers may name. */
import { isIP } from 'node:net';
import { refusedHost } from '../../connections/allowedHosts.ts';
import { isPrivateAddress } from '../../connections/privateAddress.ts';
import { TransportFailure, type TransportProfile } from './transport.ts';

/**
 * `allowed`: host names that the operator lists; null: any. Throws a `TransportFailure` that names the host, or an address
 * that is not encrypted outside of the operator's own network, before anything is sent to it.
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
  const open = Object.values(settings).find(isOpenAddress);
  if (open !== undefined)
    throw new TransportFailure(
      'settings',
      `reports are not sent to ${new URL(open).host} without encryption; change the address to https://`,
    );
}

/** An address outside of the operator's network that everybody on the way can read. A name without a dot is one within it. */
function isOpenAddress(value: string): boolean {
  const { protocol, hostname = '' } = URL.parse(value) ?? {};
  if (protocol !== 'http:') return false;
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? host.includes('.') : !isPrivateAddress(host);
}
