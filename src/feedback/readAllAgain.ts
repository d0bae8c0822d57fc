import type { QueryClient } from '@tanstack/react-query';

/**
 * Reads again whatever another language, other rights, another configuration or a new case may have changed; resolves when
 * what is shown is read.
 */
export const readAllAgain = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ meta }) => !meta?.fixed });
