/**
 * React Query, with the one failure handler. A query or mutation whose meta says `ownFailure` shows its failure itself;
 * `ofPage` says that a query is what a page is of, which is left when there is nothing of its key; `inPlace`, that a failure is
 * shown in the place of its data while there are none; a query whose meta says `ofCatalogue` is refetched when other schema
 * files were published; what a `fixed` one has read stays true for its key.
 */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { CallFailure, isGivenUp, onReach } from '../api/index.ts';
import { leftRefusedPage } from './refusedPage.ts';
import { showFailure } from './showFailure.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      ownFailure?: boolean;
      inPlace?: boolean;
      ofCatalogue?: boolean;
      ofPage?: boolean;
      fixed?: boolean;
    };
    mutationMeta: { ownFailure?: boolean };
  }
}

const MAX_RETRIES = 2;

/**
 * What is read again after a change is not waited for where no answer comes: the change is made, and what waits, e.g. the
 * dialog of a save, would say otherwise. The connection has it read when it is back.
 */
class ReadingClient extends QueryClient {
  override async refetchQueries(...what: Parameters<QueryClient['refetchQueries']>): Promise<void> {
    const { promise: lost, resolve } = Promise.withResolvers<void>();
    const stopListening = onReach((reach) => reach === 'lost' && resolve());
    try {
      await Promise.race([super.refetchQueries(...what), lost]);
    } finally {
      stopListening();
    }
  }
}

export const queryClient: QueryClient = new ReadingClient({
  queryCache: new QueryCache({
    onError: (error, { meta, state }) => {
      if (meta?.ofPage && leftRefusedPage(error)) return;
      if ((meta?.ofPage || meta?.inPlace) && state.data === undefined) return;
      if (!meta?.ownFailure) showFailure(error);
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
      retry: (count, error) =>
        error instanceof CallFailure && error.status === 0 && !isGivenUp(error) && count < MAX_RETRIES,
      refetchOnWindowFocus: false,
      // without a network they fail and the connection banner tells; waiting unseen, a change would be sent much later
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});
