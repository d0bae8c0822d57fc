/** What an identity provider answers is a stranger's: it is read up to a limit, and its addresses are checked. */
import type * as oidc from 'openid-client';
import { isSafeAddress } from '../settings.ts';
import { limited } from './limited.ts';

/** Metadata and keys of large providers have some 20 kB. */
const MAX_BYTES = 512 * 1024;

/** The global fetch, whose answers fail beyond the limit. */
export const limitedFetch: oidc.CustomFetch = async (url, options) =>
  limited(await fetch(url, options as RequestInit), MAX_BYTES);

/** Where a browser is sent, or may send a form. */
const FOR_BROWSERS = ['authorization_endpoint', 'end_session_endpoint'] as const;
/** Some other characters that a host may have end a value in a policy of our pages. */
const HOST = /^[\w.:[\]-]+$/;

/** Throws for metadata with an address that no page of ours may lead to. */
export function checkAddresses(metadata: oidc.ServerMetadata): void {
  for (const name of FOR_BROWSERS) {
    const address = metadata[name];
    if (address === undefined) continue;
    if (!isSafeAddress(address) || !HOST.test(URL.parse(address)?.host ?? ''))
      throw new Error(`the identity provider names '${address.slice(0, 200)}' as its ${name}`);
  }
}
