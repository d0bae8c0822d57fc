import type { findSameFiles } from './importRun.store.ts';

/** An entry of the history with the same content as another file. */
export const earlierImport = (other: Awaited<ReturnType<typeof findSameFiles>>[number]) => ({
  dataKey: other.data_key ?? 0,
  fileName: other.file_name,
  at: other.at.toISOString(),
  userId: other.user_id,
});
