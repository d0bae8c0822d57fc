/** What every request carries: the token of the session, and the place in the product it is made from. */
import { makeListeners } from '../listeners/listeners.ts';

/** Merged into the query of every request (specification section 7). */
export interface SessionParams {
  sponsorKey?: string;
  senderKey?: string;
  language?: string;
  appendix?: string;
}

let token: string | null = null;
let params: SessionParams = {};
const expiredListeners = makeListeners();

/** Null: requests carry no Authorization header. */
export const setToken = (next: string | null): void => {
  token = next;
};
export const currentToken = (): string | null => token;

export const setSessionParams = (next: SessionParams): void => {
  params = next;
};
export const sessionParams = (): SessionParams => params;

/** Calls the listener when the server says that the session is over. Answers how to stop listening. */
export const onSessionExpired = expiredListeners.add;
export const announceExpired = expiredListeners.notify;
