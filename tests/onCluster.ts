import pg from 'pg';

/** Executes a statement that makes or drops databases. */
export async function onCluster(anyDatabase: URL, statement: string): Promise<void> {
  const maintenance = new URL(anyDatabase);
  maintenance.pathname = 'postgres';
  const client = new pg.Client({ connectionString: maintenance.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
