/** Validates a message against the schema set of ICH in a worker thread. */
import { threadFunction } from '../threads/threadTask.ts';
import { schemaCheckIn } from './schemaCheck.ts';

/** The findings; null where the directory has no schema set. */
export const check = threadFunction(
  ({ dir, xml }: { dir: string; xml: string }): string[] | null => schemaCheckIn(dir)?.(xml) ?? null,
);
