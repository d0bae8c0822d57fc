/** How many large uploads a process works with at a time. */
import { unreadableRequest } from '../problems.ts';
import type { Sender } from './bodyQuotas.ts';

/** Large uploads that are processed at the same time, each of another sender. */
const MAX_ACTIVE = 2;

export interface UploadPlaces {
  /**
   * Waits for a place and returns the function that gives it back. The place goes to the upload that waits longest and
   * whose sender has none; how many of a sender wait is limited by what they may have on disk. Stops waiting with the
   * signal: throws 400 UNREADABLE_REQUEST.
   */
  enter: (sender: Sender, signal: AbortSignal) => Promise<() => void>;
}

export function openUploadPlaces(): UploadPlaces {
  const active = new Set<Sender>();
  const waiting: { sender: Sender; start: () => void }[] = [];

  const startNext = (): void => {
    while (active.size < MAX_ACTIVE) {
      const index = waiting.findIndex(({ sender }) => !active.has(sender));
      const [next] = index < 0 ? [] : waiting.splice(index, 1);
      if (!next) return;
      active.add(next.sender);
      next.start();
    }
  };

  return {
    enter: async (sender, signal) => {
      const closed = () => unreadableRequest('the connection was closed');
      if (signal.aborted) throw closed();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const upload = { sender, start: resolve };
      const leaveQueue = () => {
        const index = waiting.indexOf(upload);
        if (index < 0) return;
        waiting.splice(index, 1);
        reject(closed());
      };
      signal.addEventListener('abort', leaveQueue, { once: true });
      waiting.push(upload);
      startNext();
      await promise;
      signal.removeEventListener('abort', leaveQueue);
      return () => {
        active.delete(sender);
        startNext();
      };
    },
  };
}
