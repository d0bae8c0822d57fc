/** What is tried too often, by a user or from a network address, is refused for a while. */
import type { DatabaseWorld } from '../storage/database.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { Problem } from '../problems.ts';
import { countAttempt, type Subject } from './throttle.store.ts';

/**
 * Counts an attempt for each subject. Throws the given refusal, with the seconds to wait, for the first blocked one.
 */
export async function refuseOften(
  { db, clock }: DatabaseWorld & ClockWorld,
  subjects: readonly Subject[],
  refusal: (seconds: number) => Problem,
): Promise<void> {
  for (const subject of subjects) {
    const seconds = await countAttempt(db, subject, clock.now());
    if (seconds > 0) throw refusal(seconds);
  }
}
