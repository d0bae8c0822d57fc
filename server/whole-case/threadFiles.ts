/** The stored files, for worker threads that read them. */
import { workerData } from 'node:worker_threads';
import { readableFiles, type ReadableFiles } from '../files/fileStore.ts';
import { openObjects } from '../files/openObjectStore.ts';
import type { ThreadSettings } from './threadSettings.ts';

let opened: Promise<ReadableFiles> | undefined;

/** Opened by the first task that reads one. The server has tried the storage out, and logs its outages. */
export const threadFiles = (): Promise<ReadableFiles> =>
  (opened ??= openObjects((workerData as ThreadSettings).fileStorage, () => undefined).then(readableFiles));
