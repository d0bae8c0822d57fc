/** The stored files, for worker threads that read them. */
import { readableFiles, type ReadableFiles } from '../files/fileStore.ts';
import { openObjects } from '../files/openObjectStore.ts';
import { ofSettings } from './threadSettings.ts';

/** Opened by the first task that reads one. The server has tried the storage out, and logs its outages. */
export const threadFiles = ofSettings(({ fileStorage }): Promise<ReadableFiles> =>
  openObjects(fileStorage, () => undefined).then(readableFiles),
);
