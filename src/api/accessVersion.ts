/** What the user may see, as the answers of the server tell: it changes while pages are open. */
import { makeListeners } from '../listeners/listeners.ts';

const listeners = makeListeners<[version: string]>();

/** Takes the header of an answer into account; answers outside of a session have none. */
export function noteAccessVersion(version: string | null): void {
  if (version !== null) listeners.notify(version);
}

/** Calls the listener with the version of every answer. Answers how to stop listening. */
export const onAccessVersion = listeners.add;
