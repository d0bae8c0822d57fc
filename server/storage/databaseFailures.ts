/** Failures of the database itself, as opposed to statements that it refuses. */
import pg from 'pg';
import { Unavailable } from '../unavailable.ts';

/**
 * The database cannot be reached, cannot write, or does not accept connections. Nothing of the transaction is stored, so
 * that the request may be sent again. The connection still works if it is a refusal.
 */
export class DatabaseUnavailable extends Unavailable {
  override name = 'DatabaseUnavailable';
}

/**
 * The connection was lost while a transaction was being committed: it may be stored or not. It must neither be reported
 * as stored nor be run again.
 */
export class CommitOutcomeUnknown extends DatabaseUnavailable {
  override name = 'CommitOutcomeUnknown';
}

/** SQLSTATE classes: no space, memory or connections left; a database that is read-only, since its disk is full. */
const REFUSED = /^(53[0-3]|25006)/;
/** Connection lost; server shut down, crashed or starting; session ended by a timeout; failure of the system. */
const ENDED = /^(08|57P|58|25P0[34]|XX00[12])/;
const PROTOCOL_VIOLATION = '08P01';
/** Messages of the driver, which gives these errors no code. */
const LOST = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;

const READ_ONLY = '25006';

/** A transaction that only reads was to write. */
export const refusedToWrite = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable &&
  error.cause instanceof pg.DatabaseError &&
  error.cause.code === READ_ONLY;

/**
 * The failure behind an error of a statement; null: the database answers, and refuses this statement alone. `commits`: the
 * statement stores something for good.
 */
export function failureOf(error: unknown, commits: boolean): DatabaseUnavailable | null {
  if (error instanceof pg.DatabaseError) {
    if (REFUSED.test(error.code ?? '')) return new DatabaseUnavailable(error, true);
    if (!ENDED.test(error.code ?? '') || isOneStatement(error)) return null;
  } else if (!isLostConnection(error)) return null;
  return commits ? new CommitOutcomeUnknown(error) : new DatabaseUnavailable(error);
}

/** A message that breaks the protocol, after which the connection goes on; a proxy ends it with the same code. */
const isOneStatement = ({ code, severity }: pg.DatabaseError): boolean =>
  code === PROTOCOL_VIOLATION && severity === 'ERROR';

/** Errors of the socket name the call of the system that failed. */
const isLostConnection = (error: unknown): boolean =>
  error instanceof Error && (LOST.test(error.message) || 'syscall' in error);

/** SQLSTATE class of values that a type does not take: its messages quote them. */
const OF_VALUES = /^22/;

/**
 * A refused statement without what it was to store: rows and parameters are content of cases, and errors go to the log and to
 * failed jobs, which are read by operators. Names of tables, columns and constraints stay.
 */
export function withoutValues(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  Object.assign(error, { detail: undefined, where: undefined, internalQuery: undefined });
  if (OF_VALUES.test(error.code ?? '')) {
    const { message } = error;
    error.message = message.replaceAll(/"[^]*"/g, '"…"');
    error.stack = error.stack?.replace(message, () => error.message);
  }
  return error;
}
