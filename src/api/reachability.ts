/** Whether the server answers, as the calls tell: who shows the connection listens here. */
import { makeListeners } from '../listeners/listeners.ts';

/** `lost`: no answer came, or one from a server in front that finds none behind it. */
export type Reach = 'answered' | 'lost';

const listeners = makeListeners<[reach: Reach]>();

/** Calls the listener after each request. Answers how to stop listening. */
export const onReach = listeners.add;

export const noteReach = listeners.notify;

/** What a proxy says of a server that is down; the server's own refusals are JSON. */
const OF_A_PROXY = [502, 503, 504];

/** What an answer tells. */
export const reachOf = (status: number, contentType: string | null): Reach =>
  OF_A_PROXY.includes(status) && !contentType?.includes('json') ? 'lost' : 'answered';
