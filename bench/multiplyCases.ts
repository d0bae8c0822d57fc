/** Copies of all cases of a sponsor, as lists and questions read them, made by the owner of the database. */
import pg from 'pg';
import { vacuum } from './benchServer.ts';

/** Tables of what lists and questions read of a case, in the order in which they refer to each other. */
const TABLES = ['pv_case', 'case_item_value', 'case_obligation'];
/** Totals that triggers keep: each copy adds the same once more. */
const TOTALS = ['case_count', 'case_text_count'];

/** What is another one in the copy with the number `n`; `t` is the row it is made of. */
const OTHER: Readonly<Record<string, string>> = {
  case_key: 't.case_key + n * $2::bigint',
  root_case_key: 't.root_case_key + n * $2::bigint',
  case_no: `t.case_no || '-' || n`,
  sender_case_id: `t.sender_case_id || '-' || n`,
  worldwide_id: `t.worldwide_id || '-' || n`,
};

/**
 * Makes `times` cases of each case of the sponsor (`times` - 1 copies), with no other user of the database. Neither foreign
 * keys nor triggers are looked at, and indexes are made at last: a million cases take minutes instead of an hour.
 */
export async function multiplyCases(ownerUrl: string, sponsorKey: number, times: number): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(
      `begin; set local session_replication_role = replica; set local maintenance_work_mem = '512MB'`,
    );
    const indexes = await dropIndexes(client);
    const { rows } = await client.query<{ offset: string }>(
      'select max(case_key) as offset from pv_case where sponsor_key = $1',
      [sponsorKey],
    );
    for (const table of TABLES) await copyRows(client, table, [sponsorKey, rows[0]?.offset, times - 1]);
    for (const table of TOTALS)
      await client.query(`update ${table} set cases = cases * $2 where sponsor_key = $1`, [
        sponsorKey,
        times,
      ]);
    await client.query(
      `update sponsor_seq set last_no = (select max(case_key) from pv_case where sponsor_key = $1)
       where sponsor_key = $1 and seq_name = 'case'`,
      [sponsorKey],
    );
    for (const definition of indexes) await client.query(definition);
    await client.query('commit');
  } finally {
    await client.end();
  }
  await vacuum(ownerUrl, ...TABLES);
}

/** Answers how to make them again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = any($1::text[]::regclass[]) and not indisunique`,
    [TABLES],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

async function copyRows(client: pg.Client, table: string, values: unknown[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  await client.query(
    `insert into ${table} (${names.join(', ')})
     select ${names.map((name) => OTHER[name] ?? `t.${name}`).join(', ')}
     from generate_series(1, $3::int) n cross join ${table} t where t.sponsor_key = $1 and t.case_key <= $2::bigint`,
    values,
  );
}
