/** The build that runs, as the server names it. */
import { queryOptions } from '@tanstack/react-query';
import { readVersion } from './readVersion.ts';

/** Shown beside the release where it is known; without it nothing is missing. */
export const versionQuery = queryOptions({
  queryKey: ['version'],
  queryFn: readVersion,
  meta: { ownFailure: true },
});
