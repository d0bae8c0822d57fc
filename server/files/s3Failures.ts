/** Which errors of the S3 client are failures of the object storage, as opposed to single calls that it refuses. */
import { FileStoreUnavailable } from './objectStore.ts';

/** Below: a page of a proxy, or another address, where the answer of a storage was expected. */
const REFUSED = 400;
const FAILED = 500;
/** Wrong or expired credentials; no such bucket; too slow; too many requests. */
const STATUSES = [401, 403, 404, 408, 429];

/** Errors of the client that have no code. */
const NAMES = ['TimeoutError', 'CredentialsProviderError'];

interface ClientError extends Error {
  /** of an answer */
  $metadata?: { httpStatusCode?: number };
  /** of the network or of TLS; errors of Node itself are mistakes of the call */
  code?: unknown;
}

/** The storage was not reached, failed, or is not set up as the server needs it. Null: it refuses this call alone. */
export function s3FailureOf(error: unknown): FileStoreUnavailable | null {
  if (!(error instanceof Error)) return null;
  const { $metadata, code, name }: ClientError = error;
  const status = $metadata?.httpStatusCode;
  const isFailure =
    status === undefined
      ? NAMES.includes(name) || (typeof code === 'string' && !/^ERR_(?!TLS)/.test(code))
      : status < REFUSED || status >= FAILED || STATUSES.includes(status);
  return isFailure ? new FileStoreUnavailable(error) : null;
}
