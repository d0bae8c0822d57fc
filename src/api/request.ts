/** From a call of the contract to an address, and from an answer to data or a failure. Pure but for credentials and reachability. */
import type { BodyOf, Call, Envelope, ParamsOf, QueryOf } from '../../shared/contract/call.ts';
import { BAD_ANSWER, CallFailure, EXPIRED, NO_CONNECTION } from './callFailure.ts';
import { announceExpired, currentToken, sessionParams } from './credentials.ts';
import { isUnavailable } from './reachability.ts';

type Part<Name extends string, Value> =
  Value extends Record<never, never>
    ? keyof Value extends never
      ? { [K in Name]?: undefined }
      : Partial<Value> extends Value
        ? { [K in Name]?: Value }
        : { [K in Name]: Value }
    : { [K in Name]?: undefined };

/** What a caller gives: exactly the parts the contract of the call asks for. */
export type CallInput<C extends Call> = Part<'params', ParamsOf<C>> &
  Part<'query', QueryOf<C>> &
  Part<'body', BodyOf<C>> &
  Pick<LooseInput, 'signal' | 'keepalive' | 'ignore'> &
  (C['carries'] extends 'form' ? { files?: readonly File[] } : { files?: undefined });

export type LooseInput = {
  params?: object;
  query?: object;
  body?: unknown;
  /** of a form */
  files?: readonly File[] | undefined;
  signal?: AbortSignal;
  /** outlives the document */
  keepalive?: boolean;
  /** a refusal is expected and is not reported to the server */
  ignore?: 'ALL';
};

const entriesOf = (part: object | undefined): [string, unknown][] => Object.entries(part ?? {});

/** A parameter in a path. */
const PARAMETER = /:(\w+)/g;

/** Those of the values that the path of a call names: for requests that carry them beside a path. */
export function pathValues<Value>(
  { path }: Call,
  values: Readonly<Record<string, Value>> = {},
): Record<string, Value> {
  const names = new Set(Array.from(path.matchAll(PARAMETER), ([, name]) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}

/** Path and query of a call. Throws where a path parameter is missing: a programming error. */
export function addressOf(call: Call, { params, query }: LooseInput): string {
  const values = new Map(entriesOf(params));
  const path = call.path.replace(PARAMETER, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined || value === null) throw new Error(`${call.path}: parameter ${name} is missing`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  // the session's place first, so that a call's own language or sponsor wins
  for (const [name, value] of [...contextParameters(values.get('sponsorKey')), ...entriesOf(query)]) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const tail = search.toString();
  return tail ? `${path}?${tail}` : path;
}

/** The place a request is made from. A sender belongs to its sponsor: none goes with a call about another sponsor. */
function contextParameters(sponsorKey: unknown): [string, unknown][] {
  const context = sessionParams();
  const isAbroad = sponsorKey !== undefined && String(sponsorKey) !== context.sponsorKey;
  return entriesOf(isAbroad ? { ...context, sponsorKey, senderKey: undefined } : context);
}

/** Headers every request carries. */
export function headersOf(): Record<string, string> {
  const token = currentToken();
  return token ? { authorization: `Bearer ${token}` } : {};
}

const isEnvelope = (answer: unknown): answer is Envelope<unknown> =>
  typeof answer === 'object' && answer !== null && 'success' in answer;

interface RequestFacts {
  /** the token it was sent with */
  requestToken?: string | null;
  /** the id that its answer names */
  requestId?: string | null;
}

/**
 * The data of an envelope; every other answer is thrown as a `CallFailure`, that of a server without its database as
 * NO_CONNECTION. EXPIRED is announced before, unless it comes late, to the token of an earlier session.
 */
export function dataOf(
  status: number,
  text: string,
  { requestToken = currentToken(), requestId = null }: RequestFacts = {},
): unknown {
  const answer = parsed(text);
  if (!isEnvelope(answer)) {
    const errMsg = `HTTP ${status}: ${text.slice(0, 200)}`;
    throw new CallFailure({ status, errCode: BAD_ANSWER, errMsg, requestId });
  }
  if (answer.success && status < 400) return answer.data;
  if (isUnavailable(status, answer.errCode))
    throw new CallFailure({ status, errCode: NO_CONNECTION, errMsg: answer.errMsg ?? `HTTP ${status}` });
  if (answer.errCode === EXPIRED && requestToken === currentToken()) announceExpired();
  throw new CallFailure({
    status,
    errCode: answer.errCode,
    errMsg: answer.errMsg ?? `HTTP ${status}`,
    details: answer.details,
    requestId,
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // not JSON: the caller makes it a failure that shows the beginning of the text
    return null;
  }
}
