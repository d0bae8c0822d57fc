/** The one way from the browser to the server. */
import { CATALOGUE_VERSION, type Call, type DataOf } from '../../shared/contract/call.ts';
import { CallFailure, NO_CONNECTION } from './callFailure.ts';
import { noteCatalogueVersion } from './catalogueVersion.ts';
import { addressOf, dataOf, headersOf, type CallInput, type LooseInput } from './request.ts';
import { noteServerTime } from './serverClock.ts';

/**
 * Makes a call of the contract. Resolves to the `data` of its envelope; rejects with a `CallFailure` when the server
 * refuses or does not answer, and with the signal's reason when aborted.
 */
export async function call<C extends Call>(definition: C, input: CallInput<C>): Promise<DataOf<C>> {
  const response = await send(definition, input as LooseInput);
  // the contract says what stands in data; the server serialises by the same schema
  return dataOf(response.status, await response.text()) as DataOf<C>;
}

/** Sends a call and gives the bare response. Rejects with a `CallFailure` where no answer comes. */
export async function send(definition: Call, input: LooseInput): Promise<Response> {
  const hasBody = input.body !== undefined;
  try {
    const response = await fetch(addressOf(definition, input), {
      method: definition.method,
      headers: { ...headersOf(), ...(hasBody ? { 'content-type': 'application/json' } : {}) },
      body: hasBody ? JSON.stringify(input.body) : undefined,
      signal: input.signal,
      keepalive: input.keepalive,
      cache: 'no-store',
    });
    noteServerTime(response.headers.get('date'));
    noteCatalogueVersion(response.headers.get(CATALOGUE_VERSION));
    return response;
  } catch (error) {
    if (input.signal?.aborted) throw error;
    throw new CallFailure(
      { status: 0, errCode: NO_CONNECTION, errMsg: `${definition.path}: no answer` },
      { cause: error },
    );
  }
}
