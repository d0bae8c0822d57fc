/** Which build runs, as the server says. */
import { queryOptions } from '@tanstack/react-query';
import { readVersion } from './readVersion.ts';

/** Said beside the release where it can be had; nobody misses it otherwise. */
export const versionQuery = queryOptions({
  queryKey: ['version'],
  queryFn: readVersion,
  meta: { ownFailure: true },
});
