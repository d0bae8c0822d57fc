/** Tells failures of the file storage from those of single calls. */
import { generatedStream } from './generatedStream.ts';
import type { FileStoreUnavailable, ObjectStore, ObjectStoreAdapter } from './objectStore.ts';

type OnUnavailable = (failure: FileStoreUnavailable) => void;

/**
 * The adapter as the server uses it. Where the storage is the cause, calls and streams fail with `FileStoreUnavailable`,
 * which is reported to `onUnavailable` as well.
 */
export function guardedStore(
  { failureOf, ...adapter }: ObjectStoreAdapter,
  onUnavailable: OnUnavailable,
): ObjectStore {
  const translate = (error: unknown): unknown => {
    const failure = failureOf(error);
    if (failure) onUnavailable(failure);
    return failure ?? error;
  };
  const guarded =
    <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> =>
      call(...args).catch((error: unknown) => {
        throw translate(error);
      });
  async function* guardedItems<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
    try {
      yield* items;
    } catch (error) {
      throw translate(error);
    }
  }
  return {
    ...adapter,
    put: async (key, content, signal) => {
      let ofContent: unknown;
      content.once('error', (error) => (ofContent = error));
      try {
        await adapter.put(key, content, signal);
      } catch (error) {
        throw error === ofContent || signal?.aborted ? error : translate(error);
      }
    },
    putFile: guarded(adapter.putFile),
    read: guarded(async (key: string) => {
      const content = await adapter.read(key);
      return content && generatedStream(content, (source) => guardedItems<Buffer>(source));
    }),
    exists: guarded(adapter.exists),
    remove: guarded(adapter.remove),
    list: (folder) => guardedItems(adapter.list(folder)),
    removeUnfinished: guarded(adapter.removeUnfinished),
    probe: guarded(adapter.probe),
  };
}
