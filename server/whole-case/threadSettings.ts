/** What a worker thread that works on cases needs of the server: it opens a connection to the database itself. */
import { isDeepStrictEqual } from 'node:util';
import type { AuditKey } from '../audit/auditKeys.ts';
import type { FileStorage } from '../files/openObjectStore.ts';

export interface ThreadSettings {
  /** of the application's account */
  databaseUrl: string;
  /** in the order of their use */
  auditKeys: readonly AuditKey[];
  fileStorage: FileStorage;
}

/**
 * What a thread makes of the settings of a server, cached until it works for another server, and then given back.
 * A thread does one task at a time.
 */
export function ofSettings<Made>(
  make: (settings: ThreadSettings) => Made,
  giveBack: (made: Made) => void = () => {},
): (settings: unknown) => Made {
  let last: { settings: unknown; made: Made } | undefined;
  return (settings) => {
    if (last && isDeepStrictEqual(last.settings, settings)) return last.made;
    if (last) giveBack(last.made);
    last = { settings, made: make(settings as ThreadSettings) };
    return last.made;
  };
}
