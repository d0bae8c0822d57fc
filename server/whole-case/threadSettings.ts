/** What a worker thread that works on cases needs of the server: it opens a connection to the database itself. */
import type { AuditKey } from '../audit/auditKeys.ts';
import type { FileStorage } from '../files/openObjectStore.ts';

export interface ThreadSettings {
  /** of the application's account */
  databaseUrl: string;
  /** in the order of their use */
  auditKeys: readonly AuditKey[];
  fileStorage: FileStorage;
}
