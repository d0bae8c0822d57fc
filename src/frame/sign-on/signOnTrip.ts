/** The way to an identity provider and back: what this tab must remember of it meanwhile. */
import { readGrant } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';

export interface SignOnTrip {
  realmId: string;
  /** the provider, as the user knows it */
  label: string;
  /** only with it does the server take the provider's answer: an answer slipped in by an attacker is refused */
  challenge: string;
  /** to get in, or to link the account that is signed in */
  purpose: 'signIn' | 'link';
  /** an address of this site to go to at the end; null: home */
  returnTo: string | null;
  /** where the session is to begin */
  sponsorKey?: number | undefined;
  senderKey?: number | undefined;
  appendix?: string | undefined;
}

const KEY = 'casewright.signOn';

/** Leaves this site for the provider. Rejects with a `CallFailure` where the provider cannot be reached. */
export async function leaveForProvider(trip: Omit<SignOnTrip, 'challenge'>): Promise<void> {
  const { authorizationUrl, challenge } = await call(readGrant, { query: { realmId: trip.realmId } });
  sessionStorage.setItem(KEY, JSON.stringify({ ...trip, challenge } satisfies SignOnTrip));
  location.assign(authorizationUrl);
}

/** The sign-on that this tab waits for; null: it did not begin one. */
export function tripUnderWay(): SignOnTrip | null {
  const stored = sessionStorage.getItem(KEY);
  return stored === null ? null : (JSON.parse(stored) as SignOnTrip);
}

export const endTrip = (): void => sessionStorage.removeItem(KEY);
