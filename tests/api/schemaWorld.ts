/** Servers over one database with schema files of their own, for the tests of what is published of them. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  publishSchemas,
  readSchemaFiles,
  rollBackSchemas,
  type BodyOf,
  type DataOf,
} from '../../shared/contract/index.ts';
import { activeVersionNo } from '../../server/catalogue/versions.store.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { SCHEMAS_DIR } from '../../server/catalogue/readSourceTexts.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { demoDatabase } from '../demoData.ts';

export const KR = 'appendices/KR.appendix.json';

const DEMO_SPONSOR = 1;

type Change = BodyOf<typeof publishSchemas>['changes'][number];

export interface SchemaWorld {
  /** where the files of the product lie; each server reads them when it starts */
  dir: string;
  read: (file: string) => string;
  write: (file: string, text: string) => void;
  remove: (file: string) => void;
  /** a further process over the same database */
  start: () => Promise<TestServer>;
  stop: () => Promise<void>;
}

export async function startSchemaWorld(): Promise<SchemaWorld> {
  const data = await demoDatabase();
  const dir = join(data.dir, 'schemas');
  const isCode = new RegExp(`^${SCHEMAS_DIR}/(compile|meta)(/|$)`);
  cpSync(SCHEMAS_DIR, dir, { recursive: true, filter: (path) => !isCode.test(path) });
  const servers: TestServer[] = [];
  // without jobs, so that a test may count statements
  const env = { ...data.env, CASEWRIGHT_SCHEMAS_DIR: dir, ROLE: 'api' };
  return {
    dir,
    read: (file) => readFileSync(join(dir, file), 'utf8'),
    write: (file, text) => {
      mkdirSync(dirname(join(dir, file)), { recursive: true });
      writeFileSync(join(dir, file), text);
    },
    remove: (file) => rmSync(join(dir, file)),
    start: async () => {
      const server = await startTestServer({ env: { ...env, LOG_LEVEL: 'silent' } });
      servers.push(server);
      return server;
    },
    stop: async () => {
      for (const server of servers) await server.stop();
      await data.remove();
    },
  };
}

const words = (en: string) => ({ en, ko: `${en} ko`, ja: `${en} ja`, zh: `${en} zh` });

/** The appendix with one more text item on the patient's page. */
export function withItem(appendix: string, itemId: string, more: object = {}): string {
  const source = JSON.parse(appendix) as { items: object[] };
  const item = {
    itemId,
    page: 'DM',
    after: 'D.1',
    label: words(`Label of ${itemId}`),
    control: 'text',
    maxLength: 60,
  };
  return JSON.stringify({ ...source, items: [...source.items, { ...item, ...more }] }, null, 2);
}

/** The appendix with conformances of another item changed. */
export function withRequired(appendix: string, itemId: string, required: Record<string, string>): string {
  const source = JSON.parse(appendix) as { overlays?: Record<string, object> };
  const overlays = { ...source.overlays, [itemId]: { ...source.overlays?.[itemId], required } };
  return JSON.stringify({ ...source, overlays }, null, 2);
}

export interface Analyst {
  files: () => Promise<DataOf<typeof readSchemaFiles>>;
  file: (name: string) => Promise<DataOf<typeof readSchemaFiles>['files'][number]>;
  publish: (changes: Change[], more?: object) => ReturnType<typeof published>;
  rollBack: (versionNo: number, more?: object) => ReturnType<typeof rolledBack>;
}

/** What a publication is based on. It is not read with the files: those are megabytes. */
export const activeVersion = ({ db }: TestServer): Promise<number> =>
  inSponsor(db, DEMO_SPONSOR, (trx) => activeVersionNo(trx, DEMO_SPONSOR));

const published = (server: TestServer, token: string, body: object) =>
  server.call(publishSchemas, { body, token });
const rolledBack = (server: TestServer, token: string, versionNo: number, body: object) =>
  server.call(rollBackSchemas, { params: { versionNo }, body, token });

/** A user who may publish; changes are based on the active version by default. */
export async function analystOf(server: TestServer): Promise<Analyst> {
  const token = await server.token('sponsor.admin');
  const files = async () => (await server.call(readSchemaFiles, { token })).data;
  const basis = async () => ({ reason: 'New guidance', basedOn: await activeVersion(server) });
  return {
    files,
    file: async (name) => {
      const found = (await files()).files.find(({ file }) => file === name);
      if (!found) throw new Error(`no file ${name}`);
      return found;
    },
    publish: async (changes, more) => published(server, token, { ...(await basis()), changes, ...more }),
    rollBack: async (versionNo, more) =>
      rolledBack(server, token, versionNo, { ...(await basis()), ...more }),
  };
}
