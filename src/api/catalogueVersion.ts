/** Which version of the catalogue the server works with, as its answers tell: another one was published meanwhile. */
import { makeListeners } from '../listeners/listeners.ts';

let current: string | null = null;
const listeners = makeListeners<[version: string]>();

/** Of the last answer to the session; null before the first one. */
export const catalogueVersion = (): string | null => current;

/** Takes the header of an answer into account; answers outside of a session have none. */
export function noteCatalogueVersion(version: string | null): void {
  if (version === null || version === current) return;
  const isFirst = current === null;
  current = version;
  if (!isFirst) listeners.notify(version);
}

/** Calls the listener when an answer names another version than the one before. Answers how to stop listening. */
export const onCatalogueVersion = listeners.add;
