/**
 * Copies the files of a running PostgreSQL 15 or newer by its own replication protocol, as pg_basebackup does, which the
 * packages of the embedded database do not have. The server verifies the checksum of each page that it sends.
 */
import { Readable } from 'node:stream';
import pg from 'pg';

/**
 * `WAL`: with all that makes the copied files consistent, so that the copy can be opened by itself. `WAIT`: it therefore does
 * not depend on a WAL archive, which may be out of order.
 */
const STATEMENT = `BASE_BACKUP (LABEL 'casewright', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'no')`;
/** The first byte of a message with a piece of the archive; others announce archives and progress. */
const DATA = 'd'.charCodeAt(0);

class BaseBackup extends Readable implements pg.Submittable {
  private connection: pg.Connection | undefined;

  submit(connection: pg.Connection): void {
    this.connection = connection;
    connection.query(STATEMENT);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (chunk[0] !== DATA) return;
    // the driver uses its buffer again
    if (!this.push(Buffer.from(chunk.subarray(1)))) this.connection?.stream.pause();
  }

  override _read(): void {
    this.connection?.stream.resume();
  }

  handleError(error: Error): void {
    this.destroy(error);
  }

  handleReadyForQuery(): void {
    if (!this.destroyed) this.push(null);
  }

  // positions in the WAL and names of tablespaces, which the archive has as well
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
}

/** Passes an archive (tar) of the cluster to the work. The account of the URL needs the attribute REPLICATION. */
export async function withBaseBackup<T>(url: string, work: (archive: Readable) => Promise<T>): Promise<T> {
  const reserving = new pg.Client({ connectionString: url });
  const replicating = new pg.Client({ connectionString: `${url}?replication=true` });
  for (const client of [reserving, replicating]) client.on('error', () => {});
  try {
    await reserving.connect();
    // until this session ends the server does not remove WAL that the archive ends with
    await reserving.query(
      `select pg_create_physical_replication_slot('casewright_backup_' || pg_backend_pid(), true, true)`,
    );
    await replicating.connect();
    return await work(replicating.query(new BaseBackup()));
  } finally {
    await Promise.all([reserving.end(), replicating.end()]);
  }
}
