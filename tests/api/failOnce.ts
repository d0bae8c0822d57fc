/** A statement that fails once, as where a server dies between what a job has done and the end of the job. */
import { sql } from 'kysely';
import { eventually, type TestServer } from './harness.ts';

const RETRY_MS = 60_000;

/**
 * The next transaction that changes a row of the table fails, and none after it. The returned function waits for that, and puts
 * the clock forward to the next attempt.
 */
export async function failOnce(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  table: string,
): Promise<() => Promise<void>> {
  const name = sql.id(`fail_once_${table}`);
  const asOwner = (...statements: ReturnType<typeof sql>[]) =>
    db.transaction().execute(async (trx) => {
      await sql`set local role none`.execute(trx);
      for (const statement of statements) await statement.execute(trx);
    });
  // what a sequence has given is not taken back with the transaction
  await asOwner(
    sql`create sequence ${name}`,
    sql`create function ${name}() returns trigger language plpgsql security definer as ${sql.lit(
      `begin if nextval('fail_once_${table}') = 1 then raise 'fails once'; end if; return new; end`,
    )}`,
    sql`create trigger ${name} before insert or update on ${sql.table(table)} for each row execute function ${name}()`,
  );
  return async () => {
    await eventually(async () => {
      const { rows } = await db.transaction().execute(async (trx) => {
        await sql`set local role none`.execute(trx);
        return sql<{ is_called: boolean }>`select is_called from ${name}`.execute(trx);
      });
      if (!rows[0]?.is_called) throw new Error('nothing has failed yet');
    });
    clock.advance(RETRY_MS);
  };
}
