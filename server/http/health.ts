/** What machines ask the server about itself. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { openApiDocument } from './openApi.ts';

/** `/healthz`: does it work, database included; `/version.json`: which build; `/openapi.json`: which calls. */
export function answerAboutItself(app: FastifyInstance, version: string): void {
  app.get('/healthz', async () => {
    await sql`select 1`.execute(app.deps.db);
    return { success: true, data: { status: 'ok', version }, errMsg: null, errCode: null };
  });
  app.get('/version.json', () => ({ version }));
  const document = openApiDocument(version);
  app.get('/openapi.json', () => document);
}
