/** What an identity provider sends the browser back with, and what becomes of it. */
import { exchangeCode, signInBySso } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { endTrip, type SignOnTrip } from '../../frame/sign-on/signOnTrip.ts';
import type { Session } from '../../session/sessionStore.ts';

/** The query of the address the provider led back to. */
export interface Answer {
  code: string | null;
  state: string | null;
  iss: string | null;
  error: string | null;
}

export const answerIn = (search: URLSearchParams): Answer => ({
  code: search.get('code'),
  state: search.get('state'),
  iss: search.get('iss'),
  // Only an error code of the protocol: a link must not put arbitrary text on this page.
  error: /^[\w-]{1,60}$/.exec(search.get('error') ?? '')?.[0] ?? null,
});

/** An account has to be linked before anybody gets in; the ticket is good for that once. */
export interface ToLink {
  ticket: string;
  email: string | null;
}

export type Arrival =
  | { kind: 'signedIn'; session: Session }
  | ({ kind: 'link' } & ToLink)
  /** `errorCode`: of the provider; null: this tab expects no answer */
  | { kind: 'failed'; errorCode: string | null };

/** Takes the answer, once, and asks for the linked account's session. Rejects with a `CallFailure` where the server or the provider does not go along. */
export async function arrive({ code, state, iss, error }: Answer, trip: SignOnTrip | null): Promise<Arrival> {
  if (!trip) return { kind: 'failed', errorCode: null };
  endTrip();
  if (code === null || state === null) return { kind: 'failed', errorCode: error };
  const { challenge, purpose, sponsorKey, senderKey } = trip;
  const body = { authorizationCode: code, state, challenge, ...(iss !== null && { iss }) };
  const { ticket, ssoUserEmail, linked } = await call(exchangeCode, { body });
  if (purpose === 'link' || !linked) return { kind: 'link', ticket, email: ssoUserEmail };
  const session = await call(signInBySso, { body: { ticket, sponsorKey, senderKey } });
  return { kind: 'signedIn', session };
}
