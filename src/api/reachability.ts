/** Whether the server answers, as the calls tell: who shows the connection listens here. */
import { makeListeners } from '../listeners/listeners.ts';

/**
 * `lost`: no answer came, one from a proxy without a server, or one from a server without its database. `missed`: a reading
 * failed for that, and nobody tries it again.
 */
type Reach = 'answered' | 'lost' | 'missed';

const listeners = makeListeners<[reach: Reach]>();

/** Calls the listener after each request. Answers how to stop listening. */
export const onReach = listeners.add;

export const noteReach = listeners.notify;

const UNAVAILABLE = 503;
/** Statuses of a proxy whose server is down; the server's own refusals are JSON. */
const OF_A_PROXY = [502, UNAVAILABLE, 504];
/** The server is there, but cannot do anything for now, and has done nothing. */
const UNAVAILABLE_CODES = new Set<unknown>(['NO_DATABASE', 'STOPPING', 'AUDIT_KEY_MISSING']);

/** What the head of an answer tells; null: its error code decides (`isUnavailable`). */
function reachOf(status: number, contentType: string | null): Reach | null {
  if (!OF_A_PROXY.includes(status)) return 'answered';
  if (!contentType?.includes('json')) return 'lost';
  return status === UNAVAILABLE ? null : 'answered';
}

/** Notes what the head of an answer tells. */
export function noteHead(status: number, contentType: string | null): void {
  const reach = reachOf(status, contentType);
  if (reach) noteReach(reach);
}

/** Whether the server can do nothing for now; notes it. */
export function isUnavailable(status: number, errCode: unknown): boolean {
  if (status !== UNAVAILABLE) return false;
  const isLost = UNAVAILABLE_CODES.has(errCode);
  noteReach(isLost ? 'lost' : 'answered');
  return isLost;
}
