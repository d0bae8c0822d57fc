/** How many large uploads a process takes at a time. */
import { tooBusy, tooManyCalls, unreadableRequest } from '../problems.ts';

/** Large uploads that are received or processed at the same time, each of another user. */
const MAX_ACTIVE = 2;
/** Uploads that wait; their bodies are not read. */
const MAX_WAITING = 16;
/** Uploads of one user that are active or wait. */
const MAX_OF_A_USER = 4;
const RETRY_AFTER_S = 30;

export interface UploadPlaces {
  /**
   * Waits for a place and returns the function that gives it back. The place goes to the upload that waits longest and
   * whose user has none. Throws 429 TOO_MANY_CALLS and 503 TOO_BUSY; stops waiting with the signal.
   */
  enter: (userKey: number, signal: AbortSignal) => Promise<() => void>;
}

export function openUploadPlaces(): UploadPlaces {
  const active = new Set<number>();
  const waiting: { userKey: number; start: () => void }[] = [];

  const startNext = (): void => {
    while (active.size < MAX_ACTIVE) {
      const index = waiting.findIndex(({ userKey }) => !active.has(userKey));
      const [next] = index < 0 ? [] : waiting.splice(index, 1);
      if (!next) return;
      active.add(next.userKey);
      next.start();
    }
  };

  return {
    enter: async (userKey, signal) => {
      const own = waiting.filter((one) => one.userKey === userKey).length + Number(active.has(userKey));
      if (own >= MAX_OF_A_USER) throw tooManyCalls(RETRY_AFTER_S);
      if (waiting.length >= MAX_WAITING) throw tooBusy(RETRY_AFTER_S);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const upload = { userKey, start: resolve };
      const leaveQueue = () => {
        const index = waiting.indexOf(upload);
        if (index < 0) return;
        waiting.splice(index, 1);
        reject(unreadableRequest('the connection was closed'));
      };
      signal.addEventListener('abort', leaveQueue, { once: true });
      waiting.push(upload);
      startNext();
      await promise;
      signal.removeEventListener('abort', leaveQueue);
      return () => {
        active.delete(userKey);
        startNext();
      };
    },
  };
}
