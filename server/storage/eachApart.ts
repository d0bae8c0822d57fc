/** Work on one after the other, where one that fails holds up no other. */
import { DatabaseUnavailable } from './databaseFailures.ts';

/** The work failed for some; for the others it is done. */
export class SomeFailed extends AggregateError {
  override name = 'SomeFailed';
}

/**
 * Does the work on each. Throws `SomeFailed` at its end, which names those it failed for and why. A signal and a database
 * that is not available end it at once: they would meet the others, too.
 */
export async function eachApart<Item>(
  items: Iterable<Item>,
  { nameOf, signal }: { nameOf: (item: Item) => string; signal?: AbortSignal | undefined },
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: { name: string; error: unknown }[] = [];
  for (const item of items) {
    signal?.throwIfAborted();
    try {
      await work(item);
    } catch (error) {
      if (signal?.aborted || error instanceof DatabaseUnavailable) throw error;
      failures.push({ name: nameOf(item), error });
    }
  }
  if (failures.length === 0) return;
  throw new SomeFailed(
    failures.map(({ error }) => error),
    failures
      .map(({ name, error }) => `${name}: ${error instanceof Error ? error.message : String(error)}`)
      .join('; '),
  );
}
