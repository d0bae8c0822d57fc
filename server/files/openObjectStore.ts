/** Opens the file storage that the operator configured. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { SetupProblem } from '../settings.ts';
import { folderStore } from './folderStore.ts';
import { guardedStore } from './guardedStore.ts';
import type { FileStoreUnavailable, ObjectStore } from './objectStore.ts';
import type { S3Settings } from './s3Settings.ts';

/** Where files are stored. */
export interface FileStorage {
  dataDir: string;
  s3: S3Settings | null;
}

/** Opens the storage as it is configured, without trying it out. Failures are reported to `onUnavailable`. */
export async function openObjects(
  { dataDir, s3 }: FileStorage,
  onUnavailable: (failure: FileStoreUnavailable) => void,
): Promise<ObjectStore> {
  if (!s3) return guardedStore(folderStore(dataDir), onUnavailable);
  // installations without object storage do not load its client
  const { s3Store } = await import('./s3Store.ts');
  return guardedStore(s3Store(s3), onUnavailable);
}

/** The same. Throws a `SetupProblem` for object storage that cannot be listed or written. */
export async function openObjectStore(
  storage: FileStorage,
  onUnavailable: (failure: FileStoreUnavailable) => void,
): Promise<ObjectStore> {
  const objects = await openObjects(storage, onUnavailable);
  if (!storage.s3) return objects;
  try {
    await tryOut(objects);
  } catch (cause) {
    objects.close();
    throw new SetupProblem(
      `the object storage ${objects.location} cannot be used: ${(cause as Error).message}; ` +
        'see CASEWRIGHT_S3_BUCKET in docs/operating.md',
      { cause },
    );
  }
  return objects;
}

async function tryOut(objects: ObjectStore): Promise<void> {
  await objects.probe();
  const key = `exports/${randomUUID()}`;
  await objects.put(key, Readable.from([Buffer.from('written at a start')]));
  await objects.remove(key);
}
