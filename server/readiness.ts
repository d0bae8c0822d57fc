/** Whether this process may be sent requests: it has started, does not stop, its database can be used, and it has the key that others write with. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditKeys } from './audit/auditKeys.ts';
import { problemOfLatestKey } from './audit/latestKey.ts';
import type { Db } from './storage/database.ts';
import { readSchemaState } from './storage/schemaState.ts';

/** A probe is answered before the one that asks gives up. */
const TIMEOUT_MS = 2000;

export interface Readiness {
  /** Notes that the process serves, as long as this database can be used. */
  begin: (db: Db, auditKeys: AuditKeys) => void;
  /** Notes that the process stops: it is not ready from now on. */
  stop: () => void;
  /** Why the process is not ready; null: it is. */
  check: () => Promise<string | null>;
}

export interface ReadinessWorld {
  readiness: Readiness;
}

/** A process that starts. */
export function openReadiness(): Readiness {
  let served: { db: Db; auditKeys: AuditKeys } | null = null;
  let isStopping = false;
  let checking: Promise<string | null> | null = null;
  return {
    begin: (db, auditKeys) => {
      served = { db, auditKeys };
    },
    stop: () => {
      isStopping = true;
    },
    check: async () => {
      if (isStopping) return 'the process stops';
      if (!served) return 'the process starts';
      // one at a time: probes must not take the connections that requests wait for
      checking ??= problemOf(served).finally(() => (checking = null));
      return Promise.race([checking, sleep(TIMEOUT_MS, NO_ANSWER, { ref: false })]);
    },
  };
}

const NO_ANSWER = 'the database does not answer';

async function problemOf({ db, auditKeys }: { db: Db; auditKeys: AuditKeys }): Promise<string | null> {
  try {
    const { missing } = await readSchemaState(db);
    if (missing.length > 0) return `migrations are missing: ${missing.join(', ')}`;
    return await problemOfLatestKey(db, auditKeys);
  } catch {
    // logged as an outage, once for all that it concerns
    return NO_ANSWER;
  }
}
