/** Gives the environment of a container to the server's own reader of settings. */
import { readConfig, type Config } from '../../../server/config.ts';

/** Read by Node, not by the server. */
const OF_THE_RUNTIME = ['NODE_ENV'];

export type Environment = Readonly<Record<string, string>>;

export interface SettingsOfContainer {
  config: Config;
  /** variables that are set and that nothing reads */
  unread: string[];
}

/** Throws what the server would refuse to start with. */
export function readSettings(env: Environment): SettingsOfContainer {
  const read = new Set(OF_THE_RUNTIME);
  const observed = new Proxy({ ...env } as NodeJS.ProcessEnv, {
    get: (target, name: string) => {
      read.add(name);
      return target[name];
    },
  });
  const config = readConfig(observed, '/app');
  return { config, unread: Object.keys(env).filter((name) => !read.has(name)) };
}

/** Values in place of the secrets, by variable. */
export const SECRETS: Environment = {
  DATABASE_URL: 'postgres://casewright_login:secret@database:5432/casewright',
  MIGRATION_DATABASE_URL: 'postgres://casewright_owner:secret@database:5432/casewright',
  CASEWRIGHT_SECRET: 'x'.repeat(64),
  CASEWRIGHT_AUDIT_KEYS: 'y'.repeat(64),
  CASEWRIGHT_S3_ACCESS_KEY_ID: 'casewright',
  CASEWRIGHT_S3_SECRET_ACCESS_KEY: 'w'.repeat(64),
  METRICS_TOKEN: 'z'.repeat(64),
};
