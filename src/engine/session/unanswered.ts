/**
 * What was sent to be stored without an answer: it may be stored, and is then no change by another user. `Stored`: as much
 * as is known of what is stored.
 */
interface Unanswered<Sent extends Stored, Stored> {
  add(key: string, sent: Sent): void;
  /** May something else than this be stored at the key? */
  isOpen(key: string, current: Stored): boolean;
  /** Was this sent? Then it is known what became of the key. */
  settle(key: string, stored: Stored): boolean;
  /** It is known what is stored at the key. */
  forget(key: string): void;
  /** The same of all keys but these. */
  keepOnly(isChanged: (key: string) => boolean): void;
  entries(): [key: string, sent: Sent][];
}

/** `isSame`: whether what is stored is what was sent. */
export function createUnanswered<Sent extends Stored, Stored>(
  isSame: (stored: Stored, sent: Stored) => boolean,
): Unanswered<Sent, Stored> {
  const sentAt = new Map<string, Sent[]>();
  return {
    add: (key, sent) => void sentAt.set(key, [...(sentAt.get(key) ?? []), sent]),
    isOpen: (key, current) => sentAt.get(key)?.some((sent) => !isSame(current, sent)) ?? false,
    settle(key, stored) {
      const isSent = sentAt.get(key)?.some((sent) => isSame(stored, sent)) ?? false;
      if (isSent) sentAt.delete(key);
      return isSent;
    },
    forget: (key) => void sentAt.delete(key),
    keepOnly(isChanged) {
      for (const key of sentAt.keys()) if (!isChanged(key)) sentAt.delete(key);
    },
    entries: () => [...sentAt].flatMap(([key, all]) => all.map((sent): [string, Sent] => [key, sent])),
  };
}
