/** Whether this process may be sent requests: it has started, does not stop, and its database can be used. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from './storage/database.ts';
import { readSchemaState } from './storage/schemaState.ts';

/** A probe is answered before the one that asks gives up. */
const TIMEOUT_MS = 2000;

export interface Readiness {
  /** Notes that the process serves, as long as this database can be used. */
  begin: (db: Db) => void;
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
  let database: Db | null = null;
  let isStopping = false;
  let checking: Promise<string | null> | null = null;
  return {
    begin: (db) => {
      database = db;
    },
    stop: () => {
      isStopping = true;
    },
    check: async () => {
      if (isStopping) return 'the process stops';
      if (!database) return 'the process starts';
      // one at a time: probes must not take the connections that requests wait for
      checking ??= problemOf(database).finally(() => (checking = null));
      return Promise.race([checking, sleep(TIMEOUT_MS, NO_ANSWER, { ref: false })]);
    },
  };
}

const NO_ANSWER = 'the database does not answer';

async function problemOf(db: Db): Promise<string | null> {
  try {
    const { missing } = await readSchemaState(db);
    return missing.length > 0 ? `migrations are missing: ${missing.join(', ')}` : null;
  } catch {
    // logged as an outage, once for all that it concerns
    return NO_ANSWER;
  }
}
