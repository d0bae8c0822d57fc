/** Places for work, which go round among those who send it: a sender of much waits behind a sender of little. */

export interface FairPlaces {
  /**
   * Waits for a place and returns the function that gives it back. The next one goes to the sender who has the fewest, and
   * of several such to the one that waits longest. `patience` is asked for where there is a wait, which ends with its
   * signal: rejects with the reason of that.
   */
  enter: (sender: string, patience: () => AbortSignal) => Promise<() => void>;
  /** How many wait. */
  waiting: () => number;
}

interface Waiting {
  /** of all, in the order in which they came */
  no: number;
  start: () => void;
}

interface Sender {
  active: number;
  /** in the order in which they came */
  waiting: Waiting[];
}

/** `total`: places; `ofSender`: those that one sender may have at a time. */
export function openFairPlaces({ total, ofSender }: { total: number; ofSender: number }): FairPlaces {
  const senders = new Map<string, Sender>();
  let free = total;
  let came = 0;

  const start = (sender: Sender): void => {
    free -= 1;
    sender.active += 1;
  };

  const startNext = (): void => {
    while (free > 0) {
      const next = nextOf(senders.values(), ofSender);
      const first = next?.waiting.shift();
      if (!next || !first) return;
      start(next);
      first.start();
    }
  };

  const leave = (name: string, sender: Sender): void => {
    free += 1;
    sender.active -= 1;
    forget(name, sender);
    startNext();
  };

  const forget = (name: string, sender: Sender): void => {
    if (sender.active === 0 && sender.waiting.length === 0) senders.delete(name);
  };

  const wait = async (name: string, sender: Sender, signal: AbortSignal): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const one = { no: (came += 1), start: resolve };
    const giveUp = (): void => {
      const index = sender.waiting.indexOf(one);
      if (index < 0) return;
      sender.waiting.splice(index, 1);
      forget(name, sender);
      reject(signal.reason as Error);
    };
    sender.waiting.push(one);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    await promise;
    signal.removeEventListener('abort', giveUp);
  };

  return {
    enter: async (name, patience) => {
      const sender = senders.get(name) ?? { active: 0, waiting: [] };
      senders.set(name, sender);
      if (free > 0 && sender.active < ofSender) start(sender);
      else await wait(name, sender, patience());
      return () => leave(name, sender);
    },
    waiting: () => [...senders.values()].reduce((sum, { waiting }) => sum + waiting.length, 0),
  };
}

/** The sender whose work comes next; undefined: nobody who waits may have a further place. */
function nextOf(senders: Iterable<Sender>, ofSender: number): Sender | undefined {
  let next: Sender | undefined;
  for (const sender of senders) {
    const [first] = sender.waiting;
    if (!first || sender.active >= ofSender) continue;
    const [best] = next?.waiting ?? [];
    const isBefore =
      !next || sender.active < next.active || (sender.active === next.active && first.no < (best?.no ?? 0));
    if (isBefore) next = sender;
  }
  return next;
}
