/** What machines ask the server about itself. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { noDatabase } from '../problems.ts';
import { openApiDocument } from './openApi.ts';

/** `/healthz`: does it work, database included; `/version.json`: which build; `/openapi.json`: which calls. */
export function answerAboutItself(app: FastifyInstance, version: string): void {
  app.get('/healthz', async (request) => {
    try {
      await sql`select 1`.execute(app.deps.db);
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
      throw noDatabase();
    }
    return { success: true, data: { status: 'ok', version }, errMsg: null, errCode: null };
  });
  app.get('/version.json', () => ({ version }));
  const document = openApiDocument(version);
  app.get('/openapi.json', () => document);
}
