/** The one way from the browser to the server. */
import {
  ACCESS_VERSION,
  CATALOGUE_VERSION,
  REQUEST_ID,
  type Call,
  type DataOf,
} from '../../shared/contract/call.ts';
import { noteServerTime } from '../clock/index.ts';
import { CallFailure, EXPIRED, NO_CONNECTION } from './callFailure.ts';
import { currentToken } from './credentials.ts';
import { noteAccessVersion } from './accessVersion.ts';
import { noteCatalogueVersion } from './catalogueVersion.ts';
import { noteHead, noteReach } from './reachability.ts';
import { reportError } from './reportError.ts';
import { addressOf, dataOf, headersOf, type CallInput, type LooseInput } from './request.ts';

/**
 * Makes a call of the contract. Resolves to the `data` of its envelope; rejects with a `CallFailure` when the server
 * refuses or does not answer, and with the signal's reason when aborted.
 */
export const call = <C extends Call>(definition: C, input: CallInput<C>): Promise<DataOf<C>> =>
  reported(definition, input as LooseInput, async () => {
    const requestToken = currentToken();
    const response = await send(definition, input as LooseInput);
    // The server serializes `data` by the schema of the same contract.
    return dataOf(response.status, await textOf(definition, response), {
      requestToken,
      requestId: response.headers.get(REQUEST_ID),
    }) as DataOf<C>;
  });

/** Reports a refusal, unless the request opted out (specification section 7). A lost connection is not reported. */
export async function reported<T>(
  definition: Call,
  { ignore }: Pick<LooseInput, 'ignore'>,
  make: () => Promise<T>,
): Promise<T> {
  try {
    return await make();
  } catch (error) {
    const unheard =
      !(error instanceof CallFailure) || error.errCode === NO_CONNECTION || error.errCode === EXPIRED;
    if (!unheard && ignore !== 'ALL')
      void reportError(definition.method === 'GET' ? 'RETRIEVE_FAIL' : 'SUBMIT_FAIL', error, definition);
    throw error;
  }
}

/** Within this time there is an answer to read; who waits longer, in a dialog that nothing closes, sees that none came. */
const ANSWER_LIMIT_MS = 120_000;
const GIVEN_UP = 'TimeoutError';

/**
 * Aborts at the limit. A timer that is late by half of it belongs to a computer that slept meanwhile: its connections are
 * gone, as after any other loss of the network, and nothing is known about how long the server takes.
 */
function answerLimit(): AbortSignal {
  const startedAt = Date.now();
  const controller = new AbortController();
  setTimeout(() => {
    const slept = Date.now() - startedAt > 1.5 * ANSWER_LIMIT_MS;
    controller.abort(new DOMException('no answer within the limit', slept ? 'NetworkError' : GIVEN_UP));
  }, ANSWER_LIMIT_MS);
  return controller.signal;
}

/** Ends the request with that of the caller and, but for files, which take as long as they take, at the limit. */
function signalOf({ carries }: Call, { signal }: LooseInput): AbortSignal | undefined {
  if (carries) return signal;
  const limit = answerLimit();
  return signal ? AbortSignal.any([signal, limit]) : limit;
}

/** Sends a call and gives the bare response. Rejects with a `CallFailure` where no answer comes. */
export async function send(definition: Call, input: LooseInput): Promise<Response> {
  const isForm = definition.carries === 'form';
  const isJson = input.body !== undefined && !isForm;
  const requestedAt = Date.now();
  try {
    const response = await fetch(addressOf(definition, input), {
      method: definition.method,
      headers: { ...headersOf(), ...(isJson ? { 'content-type': 'application/json' } : {}) },
      body: isForm ? formOf(input) : isJson ? JSON.stringify(input.body) : undefined,
      signal: signalOf(definition, input),
      keepalive: input.keepalive,
      // data of cases never lie in the cache of the browser
      cache: definition.revalidated ? 'no-cache' : 'no-store',
    });
    noteServerTime(response.headers.get('date'), requestedAt);
    noteCatalogueVersion(response.headers.get(CATALOGUE_VERSION));
    noteAccessVersion(response.headers.get(ACCESS_VERSION));
    noteHead(response.status, response.headers.get('content-type'));
    return response;
  } catch (error) {
    if (input.signal?.aborted) throw error;
    throw noAnswer(definition, error);
  }
}

/** The body as JSON, and the files after it. */
function formOf({ body, files = [] }: LooseInput): FormData {
  const form = new FormData();
  form.append('data', JSON.stringify(body));
  for (const file of files) form.append('file', file, file.name);
  return form;
}

/** True if the request was cancelled deliberately. */
export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** True if no answer came within the limit: another try would take as long. */
export const isGivenUp = ({ cause }: CallFailure): boolean =>
  cause instanceof DOMException && cause.name === GIVEN_UP;

/** The text of an answer, which may break off. */
export async function textOf(definition: Call, response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw isAbort(error) ? error : noAnswer(definition, error);
  }
}

/** The failure of a call without an answer, or with the half of one. */
export function noAnswer(definition: Call, cause?: unknown): CallFailure {
  noteReach('lost');
  return new CallFailure(
    { status: 0, errCode: NO_CONNECTION, errMsg: `${definition.path}: no answer` },
    { cause },
  );
}
