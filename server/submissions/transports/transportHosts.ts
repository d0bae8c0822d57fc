/** Which machines the profiles of receivers may name. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { checkedLookup } from '../../connections/checkedLookup.ts';
import { hostsOf, refusedHost } from '../../connections/allowedHosts.ts';
import { isMetadataAddress, isPrivateAddress } from '../../connections/privateAddress.ts';
import { TransportFailure, type RemoteConnection, type TransportProfile } from './transport.ts';

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

/** A connection where the operator lists no hosts: any is reached, but none at which a cloud tells the server its settings. */
export function awayFromMetadata(
  connection: RemoteConnection,
  { settings }: Pick<TransportProfile, 'settings'>,
): RemoteConnection {
  const checked = async <T>(work: () => Promise<T>): Promise<T> => {
    for (const host of hostsOf(settings)) await requireNoMetadata(host.replace(/^\[|\]$/g, ''));
    return work();
  };
  return {
    stage: (batch) => checked(() => connection.stage(batch)),
    send: (batch) => checked(() => connection.send(batch)),
    ask: (batch, question) => checked(() => connection.ask(batch, question)),
    probe: () => checked(() => connection.probe()),
    receive: async function* (receiving) {
      yield* await checked(() => Promise.resolve(connection.receive(receiving)));
    },
  };
}

async function requireNoMetadata(host: string): Promise<void> {
  // of a name that leads nowhere the connection itself says so
  const found = isIP(host) === 0 ? await lookup(host, { all: true }).catch(() => []) : [{ address: host }];
  for (const { address } of found) {
    const refusal = refusalOf(host, address);
    if (refusal) throw refusal;
  }
}

const refusalOf = (host: string, address: string): TransportFailure | null =>
  isMetadataAddress(address)
    ? new TransportFailure(
        'settings',
        `the host ${host} is not reached: at ${address} a cloud tells its machines their settings. An operator who means it lists the host (CASEWRIGHT_TRANSPORT_HOSTS)`,
      )
    : null;

/** Of the names that such a connection leads to: the check before it may have seen another address. */
export const lookupAwayFromMetadata = checkedLookup(refusalOf);
