/** What the operator may set: environment variables, read once, refused in one line each where they make no sense. */
import { join, resolve } from 'node:path';

export const ROLES = ['all', 'api', 'worker'] as const;
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface Config {
  /** 0 takes a free port */
  port: number;
  host: string;
  /** absolute */
  dataDir: string;
  /** without it the embedded PostgreSQL runs */
  databaseUrl: string | null;
  role: (typeof ROLES)[number];
  logLevel: (typeof LOG_LEVELS)[number];
  /** seeds invented cases and accounts into an empty database */
  demo: boolean;
  /** the schema files of the product, or the ones an operator keeps instead of them */
  schemasDir: string;
  /** the ICH schema files, for checking exports */
  xsdDir: string | null;
  sessionMinutes: number;
  /** trust X-Forwarded-* of a proxy in front */
  behindProxy: boolean;
  /** the service that notations are translated by; null: none, and no text ever leaves the server */
  translator: { url: string; key: string | null; model: string | null; timeoutMs: number } | null;
}

const SCHEMAS_DIR = join(import.meta.dirname, '..', 'schemas');

/** A setting, a port or a directory that the operator must change; printed as one line, exit code 2. */
export class SetupProblem extends Error {
  override name = 'SetupProblem';
}

/** Reads the settings. Throws a `SetupProblem` naming the variable, what it held and what it may hold. */
export function readConfig(env: NodeJS.ProcessEnv, cwd: string): Config {
  return {
    port: integer(env, 'PORT', 8080, 0, 65_535),
    host: text(env, 'HOST') ?? '127.0.0.1',
    dataDir: resolve(cwd, text(env, 'DATA_DIR') ?? 'data'),
    databaseUrl: databaseUrl(env),
    role: oneOf(env, 'ROLE', ROLES, 'all'),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'warn'),
    // invented data has no place in a database that somebody set up
    demo: flag(env, 'CASEWRIGHT_DEMO', databaseUrl(env) === null),
    schemasDir: optionalPath(env, 'CASEWRIGHT_SCHEMAS_DIR', cwd) ?? SCHEMAS_DIR,
    xsdDir: optionalPath(env, 'CASEWRIGHT_XSD_DIR', cwd),
    sessionMinutes: integer(env, 'CASEWRIGHT_SESSION_MINUTES', 60, 1, 720),
    behindProxy: flag(env, 'CASEWRIGHT_BEHIND_PROXY', false),
    translator: translator(env),
  };
}

// an empty variable is one that is not set
const text = (env: NodeJS.ProcessEnv, name: string): string | null => env[name]?.trim() || null;

function integer(env: NodeJS.ProcessEnv, name: string, otherwise: number, min: number, max: number): number {
  const given = text(env, name);
  if (given === null) return otherwise;
  const value = /^\d+$/.test(given) ? Number(given) : Number.NaN;
  if (!(value >= min && value <= max)) {
    throw new SetupProblem(`${name} is '${given}', but must be a whole number from ${min} to ${max}`);
  }
  return value;
}

function oneOf<const Words extends readonly string[]>(
  env: NodeJS.ProcessEnv,
  name: string,
  words: Words,
  otherwise: Words[number],
): Words[number] {
  const given = text(env, name);
  if (given === null) return otherwise;
  if (!words.includes(given))
    throw new SetupProblem(`${name} is '${given}', but must be one of ${words.join(', ')}`);
  return given;
}

function flag(env: NodeJS.ProcessEnv, name: string, otherwise: boolean): boolean {
  const given = text(env, name)?.toLowerCase();
  if (given === undefined) return otherwise;
  if (['1', 'true', 'yes'].includes(given)) return true;
  if (['0', 'false', 'no'].includes(given)) return false;
  throw new SetupProblem(`${name} is '${given}', but must be 1 or 0`);
}

function optionalPath(env: NodeJS.ProcessEnv, name: string, cwd: string): string | null {
  const given = text(env, name);
  return given === null ? null : resolve(cwd, given);
}

function translator(env: NodeJS.ProcessEnv): Config['translator'] {
  const url = text(env, 'CASEWRIGHT_TRANSLATOR_URL');
  if (url === null) return null;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new SetupProblem(
      `CASEWRIGHT_TRANSLATOR_URL is '${url}', but must be an address such as https://host/v1`,
    );
  return {
    url,
    key: text(env, 'CASEWRIGHT_TRANSLATOR_KEY'),
    model: text(env, 'CASEWRIGHT_TRANSLATOR_MODEL'),
    timeoutMs: integer(env, 'CASEWRIGHT_TRANSLATOR_SECONDS', 30, 1, 300) * 1000,
  };
}

function databaseUrl(env: NodeJS.ProcessEnv): string | null {
  const given = text(env, 'DATABASE_URL');
  if (given === null) return null;
  // the value may hold a password, so it is not repeated in the message
  if (!/^postgres(ql)?:\/\//.test(given) || !URL.canParse(given)) {
    throw new SetupProblem('DATABASE_URL must look like postgres://user:password@host:5432/database');
  }
  return given;
}
