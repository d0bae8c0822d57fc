/** Fetches what a remote source answers: over HTTPS, from an allowed host at a public address, within limits. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline, type Duplex, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { refusedHost } from '../../connections/allowedHosts.ts';
import { checkedLookup } from '../../connections/checkedLookup.ts';
import { isPrivateAddress } from '../../connections/privateAddress.ts';
import { SourceFailure } from './source.ts';

const MAX_BYTES = 256 * 2 ** 20;
/** without a byte */
const IDLE_MS = 60_000;
/** of a whole answer */
const TOTAL_MS = 15 * 60_000;

export interface RemoteAnswer {
  bytes: Uint8Array;
  header: (name: string) => string | null;
}

interface RemoteRequest {
  url: string;
  headers: Record<string, string>;
  signal: AbortSignal;
}

export interface RemoteLimits {
  /** hosts that the operator lists; null: any. One that is listed by name may have a private address. */
  allowed: readonly string[] | null;
  maxBytes?: number;
  totalMs?: number;
}

export type FetchRemote = (request: RemoteRequest) => Promise<RemoteAnswer>;

/** Throws `SourceFailure`. A redirect is another answer: it may lead to a host that is not allowed. */
export const remoteFetch =
  ({ allowed, maxBytes = MAX_BYTES, totalMs = TOTAL_MS }: RemoteLimits): FetchRemote =>
  async ({ url, headers, signal }) => {
    const refused = refusedHost(allowed, { url });
    if (refused !== undefined) throw new SourceFailure('host', refused);
    const { protocol, hostname } = new URL(url);
    const isListed = allowed !== null;
    const host = hostname.replace(/^\[|\]$/g, '');
    // a test server of the operator's own machine
    if (protocol !== 'https:' && !(isListed && isPrivateAddress(host)))
      throw new SourceFailure('notHttps', url);
    if (!isListed && isIP(host) !== 0 && isPrivateAddress(host))
      throw new SourceFailure('privateAddress', host);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(totalMs)]);
    try {
      const response = await answered(url, {
        headers: { 'user-agent': 'Casewright', accept: '*/*', 'accept-encoding': 'gzip', ...headers },
        signal: limit,
        ...(!isListed && { lookup: publicLookup }),
      });
      return await received(response, maxBytes);
    } catch (error) {
      if (error instanceof SourceFailure) throw error;
      if (signal.aborted) throw error;
      if (limit.aborted) throw new SourceFailure('timeout', hostname, { cause: error });
      throw new SourceFailure('unreachable', `${hostname}: ${(error as Error).message}`, { cause: error });
    }
  };

interface Options {
  headers: Record<string, string>;
  signal: AbortSignal;
  lookup?: LookupFunction;
}

const answered = (url: string, options: Options): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    const sent = send(url, options, resolve);
    sent.setTimeout(IDLE_MS, () => sent.destroy(new SourceFailure('timeout', new URL(url).hostname)));
    sent.on('error', reject).end();
  });

const publicLookup = checkedLookup((hostname, address) =>
  isPrivateAddress(address) ? new SourceFailure('privateAddress', `${hostname}: ${address}`) : null,
);

async function received(response: IncomingMessage, maxBytes: number): Promise<RemoteAnswer> {
  const { statusCode = 0, headers } = response;
  if (statusCode !== 200) {
    response.destroy();
    throw failureOf(statusCode, headers['retry-after']);
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of decoded(response) as AsyncIterable<Uint8Array>) {
    // as it is without compression: some bytes may stand for gigabytes
    size += part.length;
    if (size > maxBytes) {
      response.destroy();
      throw new SourceFailure('tooLarge', `> ${Math.floor(maxBytes / 2 ** 20)} MB`);
    }
    parts.push(part);
  }
  // a connection that breaks ends the answer without an error where its length was not stated
  if (!response.complete) throw new SourceFailure('unreachable', 'the answer was cut off');
  return {
    bytes: Buffer.concat(parts),
    header: (name) => [headers[name.toLowerCase()]].flat()[0] ?? null,
  };
}

/** What answers may be compressed by, whether or not they were asked to be. */
const DECODERS: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function decoded(response: IncomingMessage): Readable {
  const coding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity' || coding === '') return response;
  const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding]?.() : undefined;
  if (decoder) return pipeline(response, decoder, () => {});
  response.destroy();
  throw new SourceFailure('answer', `Content-Encoding: ${coding}`);
}

function failureOf(status: number, retryAfter: string | undefined): SourceFailure {
  // seconds, or a date
  const wait = /^\d+$/.test(retryAfter ?? '') ? `${retryAfter} s` : retryAfter;
  const detail = wait ? `HTTP ${status}, ${wait}` : `HTTP ${status}`;
  if (status === 401 || status === 403) return new SourceFailure('credentials', detail);
  if (status === 404) return new SourceFailure('notFound', detail);
  if (status === 429) return new SourceFailure('limit', detail);
  return new SourceFailure(status >= 500 ? 'unreachable' : 'answer', detail);
}
