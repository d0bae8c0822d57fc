/** What the operator may set: environment variables, read once, refused in one line each where they make no sense. */
import { join, resolve } from 'node:path';
import { SCHEMAS_DIR } from './catalogue/readSourceTexts.ts';
import {
  flag,
  integer,
  link,
  oneOf,
  optionalPath,
  readWhole,
  secretText,
  SetupProblem,
  text,
} from './settings.ts';
import { s3Settings, type S3Settings } from './files/s3Settings.ts';
import { mailSettings, type MailSettings } from './mail/mailSettings.ts';
import { managementSettings, type ManagementSettings } from './management/managementSettings.ts';
import { signOnSettings, type SignOnSettings } from './signOnSettings.ts';
import { tracingSettings, type TracingSettings } from './tracing/tracingSettings.ts';

export { isSafeAddress, SetupProblem } from './settings.ts';

const ROLES = ['all', 'api', 'worker'] as const;
const MIN_SECRET_LENGTH = 32;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Of a host as settings name it: no protocol, port, path or pattern. */
const HOST = /^(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9])?|\[?[0-9a-f:.]*:[0-9a-f:.]+\]?)$/;

export interface Config {
  /** 0 takes a free port */
  port: number;
  host: string;
  /** absolute */
  dataDir: string;
  /** without it the embedded PostgreSQL runs */
  databaseUrl: string | null;
  /** of the owner of the tables, who migrates; null: `databaseUrl` */
  migrationDatabaseUrl: string | null;
  /** of a standby that lists and exports are read from; null: `databaseUrl` */
  replicaUrl: string | null;
  /** folder to which the embedded database copies its WAL, for a restore to a point in time; null: it does not */
  walArchive: string | null;
  role: (typeof ROLES)[number];
  logLevel: (typeof LOG_LEVELS)[number];
  /** seeds invented cases and accounts into an empty database */
  demo: boolean;
  /** the schema files of the product, or the ones an operator keeps instead of them */
  schemasDir: string;
  /** the ICH schema files, for checking exports */
  xsdDir: string | null;
  /** the folder through which batches go to gateways and answers come back; null: submissions go by hand */
  submissionDir: string | null;
  /** hosts that transports of receivers may name; null: any */
  transportHosts: readonly string[] | null;
  sessionMinutes: number;
  /** days that finished jobs and processes stay before they are removed */
  keepFinishedDays: number;
  /** days that a file of exported data can be fetched */
  keepExportDays: number;
  /** days that a user may take to decide about files that were read for an import */
  keepReadDays: number;
  /** where users reach the product, without a slash at the end; null: not set, and nothing can lead back here */
  publicUrl: string | null;
  /** what secrets in the database are sealed with; null: a key in the data directory */
  secret: string | null;
  /** what the keys of the audit trail are made of, in the order of their use; empty: a file in the data directory */
  auditSecrets: string[];
  /** ids of keys of the audit trail that the operator declares lost */
  auditLostKeys: string[];
  /** object storage for files; null: they are in the data directory */
  s3: S3Settings | null;
  /** null: no mail server is set up */
  mail: MailSettings | null;
  /** apply missing migrations at start; otherwise wait until `npm run migrate` has applied them */
  migratesAtStart: boolean;
  /** seconds to wait for migrations that this process does not apply */
  schemaWaitSeconds: number;
  /** seconds that a process that stops still serves, while it reports that it is not ready */
  drainSeconds: number;
  /** where health and metrics are read, apart from the port of the product; null: nowhere */
  management: ManagementSettings | null;
  /** where spans are sent; null: none are made */
  tracing: TracingSettings | null;
  /** trust X-Forwarded-* of a proxy in front */
  behindProxy: boolean;
  /** the service that notations are translated by; null: none, and no text ever leaves the server */
  translator: { url: string; key: string | null; model: string | null; timeoutMs: number } | null;
  /** the service that chooses among recommended codes; null: none, and no text ever leaves the server */
  aiCoder: { url: string; key: string | null; model: string; timeoutMs: number } | null;
  /** addresses outside of the product that its header leads to; null: what leads there is not shown */
  links: { manual: string | null; manualV2: string | null; privacy: string | null; chatbot: string | null };
  /** the help center, which creates the entry link of a user; null: none */
  helpDesk: { url: string; key: string | null } | null;
  /** identity providers to sign in with, and the products beside this one that know them, too */
  signOn: SignOnSettings;
}

/** Reads the settings. Throws a `SetupProblem` naming the variable, what it held and what it may hold. */
export const readConfig = (env: NodeJS.ProcessEnv, cwd: string): Config =>
  readWhole(env, (observed) => configOf(observed, cwd));

function configOf(env: NodeJS.ProcessEnv, cwd: string): Config {
  return {
    port: integer(env, 'PORT', 8080, 0, 65_535),
    host: text(env, 'HOST') ?? '127.0.0.1',
    dataDir: resolve(cwd, text(env, 'DATA_DIR') ?? 'data'),
    databaseUrl: databaseUrl(env, 'DATABASE_URL'),
    migrationDatabaseUrl: furtherDatabaseUrl(env, 'MIGRATION_DATABASE_URL'),
    replicaUrl: furtherDatabaseUrl(env, 'DATABASE_REPLICA_URL'),
    walArchive: walArchive(env, cwd),
    role: oneOf(env, 'ROLE', ROLES, 'all'),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'warn'),
    // a database that an operator set up must not contain invented data
    demo: flag(env, 'CASEWRIGHT_DEMO', databaseUrl(env, 'DATABASE_URL') === null),
    schemasDir: optionalPath(env, 'CASEWRIGHT_SCHEMAS_DIR', cwd) ?? SCHEMAS_DIR,
    xsdDir: optionalPath(env, 'CASEWRIGHT_XSD_DIR', cwd),
    submissionDir: submissionDir(env, cwd),
    transportHosts: transportHosts(env),
    sessionMinutes: integer(env, 'CASEWRIGHT_SESSION_MINUTES', 60, 1, 720),
    keepFinishedDays: integer(env, 'CASEWRIGHT_KEEP_FINISHED_DAYS', 30, 1, 3650),
    keepExportDays: integer(env, 'CASEWRIGHT_KEEP_EXPORT_DAYS', 30, 1, 365),
    keepReadDays: integer(env, 'CASEWRIGHT_KEEP_READ_DAYS', 7, 1, 90),
    publicUrl: link(env, 'CASEWRIGHT_PUBLIC_URL')?.replace(/\/+$/, '') ?? null,
    secret: secretText(env, 'CASEWRIGHT_SECRET', MIN_SECRET_LENGTH),
    auditSecrets: auditSecrets(env),
    auditLostKeys: text(env, 'CASEWRIGHT_AUDIT_LOST_KEYS')?.split(/[\s,]+/) ?? [],
    s3: s3Settings(env),
    mail: mailSettings(env),
    migratesAtStart: migratesAtStart(env),
    schemaWaitSeconds: integer(env, 'CASEWRIGHT_SCHEMA_WAIT_SECONDS', 600, 0, 86_400),
    drainSeconds: integer(env, 'CASEWRIGHT_DRAIN_SECONDS', 0, 0, 600),
    management: managementSettings(env),
    tracing: tracingSettings(env),
    behindProxy: flag(env, 'CASEWRIGHT_BEHIND_PROXY', false),
    translator: translator(env),
    aiCoder: aiCoder(env),
    links: {
      manual: link(env, 'CASEWRIGHT_MANUAL_URL'),
      manualV2: link(env, 'CASEWRIGHT_MANUAL_V2_URL'),
      privacy: link(env, 'CASEWRIGHT_PRIVACY_URL'),
      chatbot: link(env, 'CASEWRIGHT_CHATBOT_URL'),
    },
    helpDesk: helpDesk(env),
    signOn: signOnSettings(env, cwd),
  };
}

/** A demo has a folder of its own, which the pretend authority reads. */
function submissionDir(env: NodeJS.ProcessEnv, cwd: string): string | null {
  const isDemo = flag(env, 'CASEWRIGHT_DEMO', databaseUrl(env, 'DATABASE_URL') === null);
  const ofDemo = isDemo ? join(resolve(cwd, text(env, 'DATA_DIR') ?? 'data'), 'submissions') : null;
  return optionalPath(env, 'CASEWRIGHT_SUBMISSION_DIR', cwd) ?? ofDemo;
}

/** A demo tries any host; elsewhere only those that the operator lists are reached, or all with `*`. */
function transportHosts(env: NodeJS.ProcessEnv): string[] | null {
  const listed = text(env, 'CASEWRIGHT_TRANSPORT_HOSTS');
  if (listed === '*') return null;
  if (listed !== null) {
    const hosts = listed.toLowerCase().split(/[\s,]+/);
    const wrong = hosts.find((host) => host !== '' && !HOST.test(host));
    if (wrong !== undefined)
      throw new SetupProblem(
        `CASEWRIGHT_TRANSPORT_HOSTS has '${wrong}', but a host is a name or an address, without protocol, port or path; * alone allows any`,
      );
    return hosts.filter(Boolean);
  }
  return flag(env, 'CASEWRIGHT_DEMO', databaseUrl(env, 'DATABASE_URL') === null) ? null : [];
}

function helpDesk(env: NodeJS.ProcessEnv): Config['helpDesk'] {
  const url = link(env, 'CASEWRIGHT_HELP_CENTER_URL');
  return url === null ? null : { url, key: text(env, 'CASEWRIGHT_HELP_CENTER_KEY') };
}

function translator(env: NodeJS.ProcessEnv): Config['translator'] {
  const url = serviceUrl(env, 'CASEWRIGHT_TRANSLATOR_URL');
  if (url === null) return null;
  return {
    url,
    key: text(env, 'CASEWRIGHT_TRANSLATOR_KEY'),
    model: text(env, 'CASEWRIGHT_TRANSLATOR_MODEL'),
    timeoutMs: integer(env, 'CASEWRIGHT_TRANSLATOR_SECONDS', 30, 1, 300) * 1000,
  };
}

/** A service inside the operator's own network may do without https. */
function serviceUrl(env: NodeJS.ProcessEnv, name: string): string | null {
  const url = text(env, name);
  if (url !== null && !(/^https?:\/\//.test(url) && URL.canParse(url)))
    throw new SetupProblem(`${name} is '${url}', but must be an address such as https://host/v1`);
  return url;
}

function aiCoder(env: NodeJS.ProcessEnv): Config['aiCoder'] {
  const url = serviceUrl(env, 'CASEWRIGHT_AI_CODER_URL');
  if (url === null) return null;
  const model = text(env, 'CASEWRIGHT_AI_CODER_MODEL');
  if (model === null)
    throw new SetupProblem(
      'CASEWRIGHT_AI_CODER_MODEL is not set; name the model that CASEWRIGHT_AI_CODER_URL offers',
    );
  const seconds = integer(env, 'CASEWRIGHT_AI_CODER_SECONDS', 30, 1, 300);
  return { url, key: text(env, 'CASEWRIGHT_AI_CODER_KEY'), model, timeoutMs: seconds * 1000 };
}

/** Not repeated in the message. */
function auditSecrets(env: NodeJS.ProcessEnv): string[] {
  const given = text(env, 'CASEWRIGHT_AUDIT_KEYS')?.split(',') ?? [];
  const secrets = given.map((secret) => secret.trim());
  if (secrets.some(({ length }) => length < MIN_SECRET_LENGTH))
    throw new SetupProblem(
      `CASEWRIGHT_AUDIT_KEYS has a key that is too short; give each at least ${MIN_SECRET_LENGTH} random characters, with commas between them`,
    );
  return secrets;
}

function databaseUrl(env: NodeJS.ProcessEnv, name: string): string | null {
  const given = text(env, name);
  if (given === null) return null;
  // the value may hold a password, so it is not repeated in the message
  if (!/^postgres(ql)?:\/\//.test(given) || !URL.canParse(given)) {
    throw new SetupProblem(`${name} must look like postgres://user:password@host:5432/database`);
  }
  return given;
}

function furtherDatabaseUrl(env: NodeJS.ProcessEnv, name: string): string | null {
  const given = databaseUrl(env, name);
  if (given !== null && text(env, 'DATABASE_URL') === null)
    throw new SetupProblem(`${name} is set without DATABASE_URL; set both or none`);
  return given;
}

/** No command migrates the embedded database: each start does. */
function migratesAtStart(env: NodeJS.ProcessEnv): boolean {
  const migrates = flag(env, 'CASEWRIGHT_MIGRATE', true);
  if (!migrates && text(env, 'DATABASE_URL') === null)
    throw new SetupProblem(
      'CASEWRIGHT_MIGRATE=0 needs DATABASE_URL; the embedded database is migrated at start',
    );
  return migrates;
}

function walArchive(env: NodeJS.ProcessEnv, cwd: string): string | null {
  const given = optionalPath(env, 'CASEWRIGHT_WAL_ARCHIVE', cwd);
  if (given !== null && text(env, 'DATABASE_URL') !== null)
    throw new SetupProblem(
      'CASEWRIGHT_WAL_ARCHIVE is for the embedded database, but DATABASE_URL is set; archive the WAL of your PostgreSQL with its own tools',
    );
  return given;
}

export interface ConfigWorld {
  config: Config;
}
