/**
 * React Query, with the one failure handler. A query or mutation whose meta says `ownFailure` shows its failure itself;
 * `fallback` says that a query is what a page is of, and where to go when there is nothing of its key; a query whose
 * meta says `ofCatalogue` is refetched when other schema files were published.
 */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { RouteName } from '../../shared/access/routes.ts';
import { CallFailure } from '../api/index.ts';
import { leftRefusedPage } from './refusedPage.ts';
import { showFailure } from './showFailure.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { ownFailure?: boolean; ofCatalogue?: boolean; fallback?: RouteName };
    mutationMeta: { ownFailure?: boolean };
  }
}

const MAX_RETRIES = 2;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { meta }) => {
      if (meta?.ownFailure || (meta?.fallback && leftRefusedPage(error, meta.fallback))) return;
      showFailure(error);
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (!mutation.meta?.ownFailure) showFailure(error, 'SUBMIT_FAIL');
    },
  }),
  defaultOptions: {
    queries: {
      // what the server refused it will refuse again; only a missing answer is worth another try
      retry: (count, error) => error instanceof CallFailure && error.status === 0 && count < MAX_RETRIES,
      refetchOnWindowFocus: false,
      // without a network they fail and the connection banner tells; waiting unseen, a change would be sent much later
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});
