/** Whether the server answers, as the calls tell: who shows the connection listens here. */

/** `lost`: no answer came, or one from a server in front that finds none behind it. */
export type Reach = 'answered' | 'lost';

const listeners = new Set<(reach: Reach) => void>();

/** Calls the listener after each request. Answers how to stop listening. */
export function onReach(listener: (reach: Reach) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const noteReach = (reach: Reach): void => listeners.forEach((listener) => listener(reach));

/** What a proxy says of a server that is down; the server's own refusals are JSON. */
const OF_A_PROXY = [502, 503, 504];

/** What an answer tells. */
export const reachOf = (status: number, contentType: string | null): Reach =>
  OF_A_PROXY.includes(status) && !contentType?.includes('json') ? 'lost' : 'answered';
