/** The version file of the server: what is deployed, and that the server answers at all. */

/** A file of a line; who needs longer for it has no connection to speak of. */
const TIMEOUT_MS = 10_000;

/** The deployed version. Rejects where it cannot be had: no connection, no server, or the page of a proxy in between. */
export async function readVersion(): Promise<string> {
  // the number keeps caches on the way from answering
  const response = await fetch(`/version.json?at=${Date.now()}`, {
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { version } = (await response.json()) as { version?: unknown };
  if (!response.ok || typeof version !== 'string') throw new Error('the version file holds no version');
  return version;
}

/** Statuses of a proxy without a server, and of a server without its database. */
const UNAVAILABLE = [502, 503, 504];

/** Resolves where the server answers and has its database. A proxy may hide `/readyz`: its refusal does not count. */
export async function findServer(): Promise<void> {
  await readVersion();
  const { status } = await fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (UNAVAILABLE.includes(status)) throw new Error(`the server is unavailable: HTTP ${status}`);
}
