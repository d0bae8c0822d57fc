/**
 * Builds indexes again whose order may have changed under them: texts are ordered by rules of the operating system, of ICU or
 * of PostgreSQL, which an upgrade of either may bring in another version. An index that was built by the former rules misses
 * rows. Runs as the owner, beside a server that serves.
 */
import type pg from 'pg';

export interface IndexReport {
  name: string;
  /** from 1 */
  number: number;
  total: number;
  seconds: number;
  /** why it was not built again; null: it was */
  failure: string | null;
}

interface Rebuilding {
  /** also those that no rule of order concerns */
  all: boolean;
  onIndex: (report: IndexReport) => void;
}

/** Answers how many indexes were not built again: those that are unique are not where the former rules let duplicates in. */
export async function rebuildIndexes(client: pg.Client, { all, onIndex }: Rebuilding): Promise<number> {
  await dropRemains(client);
  const names = await indexNames(client, all);
  let failures = 0;
  for (const [at, name] of names.entries()) {
    const startedAt = performance.now();
    const failure = await rebuild(client, name);
    if (failure !== null) failures += 1;
    const seconds = (performance.now() - startedAt) / 1000;
    onIndex({ name, number: at + 1, total: names.length, seconds, failure });
  }
  if (failures === 0) await noteVersions(client);
  else await dropRemains(client);
  // an upgrade of PostgreSQL may come without statistics, and plans without indexes
  await client.query('analyze');
  return failures;
}

/** A rebuild that was interrupted leaves an invalid index, which every save would go on to maintain. */
async function dropRemains(client: pg.Client): Promise<void> {
  const found = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
     where not i.indisvalid and n.nspname = 'public' and c.relkind = 'i' and c.relname ~ '_cc(new|old)\\d*$'`);
  for (const { name } of found.rows) await client.query(`drop index concurrently ${name}`);
}

/** Smallest first. The order of C and POSIX is that of the bytes, by definition. */
async function indexNames(client: pg.Client, all: boolean): Promise<string[]> {
  const found = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
       from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'i' and ($1 or exists (
        select from unnest(i.indcollation::oid[]) used (oid) join pg_collation using (oid)
         where collname not in ('C', 'POSIX')))
      order by pg_relation_size(c.oid), c.relname`,
    [all],
  );
  return found.rows.map(({ name }) => name);
}

async function rebuild(client: pg.Client, name: string): Promise<string | null> {
  try {
    await client.query(`reindex index concurrently ${name}`);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** From now on the database is of the current versions, and PostgreSQL stops warning. */
async function noteVersions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`select format('%I', current_database()) as name`);
  await client.query(`alter database ${rows[0]?.name} refresh collation version`);
}
