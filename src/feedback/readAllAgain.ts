import type { QueryClient } from '@tanstack/react-query';

/** Reads again whatever a change of language, rights or configuration may have changed; resolves when what is shown is read. */
export const readAllAgain = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ meta }) => !meta?.fixed });
