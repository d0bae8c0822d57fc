/** The settings of this installation: read once, since they change with a restart of the server only. */
import { queryOptions } from '@tanstack/react-query';
import { readEnvironment } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';

export const environmentQuery = queryOptions({
  queryKey: ['environment'],
  queryFn: ({ signal }) => call(readEnvironment, { signal }),
  staleTime: Infinity,
});
