/** The port of the help center: it creates an entry link for a user before their browser opens it. */
import { isSafeAddress } from '../config.ts';
import type { Config } from '../config.ts';
import { postJson } from './jsonService.ts';

/** The user data that the help center receives. */
interface Visitor {
  userId: string;
  userName: string;
  language: string;
}

/** The address that the user's browser opens: the help center, or first a policy to accept. */
export interface WayIn {
  policyAgreed: boolean;
  url: string;
}

export interface HelpDesk {
  /** Rejects when the help center does not answer, or answers something else. */
  wayIn: (visitor: Visitor) => Promise<WayIn>;
}

const ANSWER_WITHIN_MS = 10_000;

/** A help center over HTTP: `POST <url>/tokens` answers `{ redirectUrl }` or `{ policyUrl }`. */
export const httpHelpDesk = (
  { url, key }: NonNullable<Config['helpDesk']>,
  withinMs = ANSWER_WITHIN_MS,
): HelpDesk => ({
  wayIn: async (visitor) =>
    wayOf(await postJson({ url, key, timeoutMs: withinMs }, 'the help center', 'tokens', visitor)),
});

function wayOf(answer: Record<string, unknown> | null): WayIn {
  const policyAgreed = typeof answer?.redirectUrl === 'string';
  const url = policyAgreed ? answer?.redirectUrl : answer?.policyUrl;
  // the browser is sent there: an address of another kind could run as a script of ours
  if (typeof url !== 'string' || !isSafeAddress(url))
    throw new Error('the help center answered without an address that may be opened');
  return { policyAgreed, url };
}

export interface HelpDeskWorld {
  /** null: no help center is set up */
  helpDesk: HelpDesk | null;
}
