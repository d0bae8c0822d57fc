import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, SetupProblem } from './config.ts';

const read = (env: NodeJS.ProcessEnv) => readConfig(env, '/srv');
const DATABASE_URL = 'postgres://user:secret@host:5432/database';

describe('readConfig', () => {
  it('needs nothing', () => {
    expect(read({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      dataDir: resolve('/srv/data'),
      databaseUrl: null,
      role: 'all',
      demo: true,
      xsdDir: null,
      sessionMinutes: 60,
      behindProxy: false,
      translator: null,
    });
  });

  it('takes outside addresses over https, and over http on the machine itself', () => {
    const { links, helpDesk } = read({
      CASEWRIGHT_MANUAL_URL: 'https://manual.example/v1.1',
      CASEWRIGHT_CHATBOT_URL: 'http://127.0.0.1:9000/chat',
      CASEWRIGHT_HELP_CENTER_URL: 'https://help.example',
      CASEWRIGHT_HELP_CENTER_KEY: 'k',
    });
    expect(links).toEqual({
      manual: 'https://manual.example/v1.1',
      manualV2: null,
      privacy: null,
      chatbot: 'http://127.0.0.1:9000/chat',
    });
    expect(helpDesk).toEqual({ url: 'https://help.example', key: 'k' });
  });

  it('takes object storage from variables', () => {
    expect(read({}).s3).toBeNull();
    expect(read({ CASEWRIGHT_S3_BUCKET: 'files' }).s3).toEqual({
      bucket: 'files',
      endpoint: null,
      region: 'us-east-1',
      prefix: '',
      pathStyle: false,
      credentials: null,
    });
    const env = {
      CASEWRIGHT_S3_BUCKET: 'files',
      CASEWRIGHT_S3_ENDPOINT: 'http://storage:9000',
      CASEWRIGHT_S3_REGION: 'seoul',
      CASEWRIGHT_S3_PREFIX: '/safety/one/',
      CASEWRIGHT_S3_ACCESS_KEY_ID: 'id',
      CASEWRIGHT_S3_SECRET_ACCESS_KEY: 'secret',
    };
    expect(read(env).s3).toEqual({
      bucket: 'files',
      endpoint: 'http://storage:9000',
      region: 'seoul',
      prefix: 'safety/one/',
      pathStyle: true,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    });
    expect(read({ ...env, CASEWRIGHT_S3_PATH_STYLE: '0' }).s3?.pathStyle).toBe(false);
  });

  it('takes a collector of spans by the variables of OpenTelemetry', () => {
    expect(read({}).tracing).toBeNull();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
    expect(read(env).tracing).toEqual({
      url: 'http://collector:4318/v1/traces',
      headers: {},
      serviceName: 'casewright',
      resource: {},
      share: 1,
    });
    const more = {
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%2Cb, x-team = safety',
      OTEL_SERVICE_NAME: 'api',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    };
    expect(read({ ...env, ...more }).tracing).toMatchObject({
      headers: { authorization: 'Bearer a,b', 'x-team': 'safety' },
      serviceName: 'api',
      resource: { 'deployment.environment.name': 'test' },
      share: 0.25,
    });
  });

  it.each([
    [{ OTEL_SERVICE_NAME: 'api' }, /OTEL_SERVICE_NAME is set without OTEL_EXPORTER_OTLP_ENDPOINT/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /OTEL_EXPORTER_OTLP_ENDPOINT must be an address/],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_EXPORTER_OTLP_HEADERS: 'secret' },
      /OTEL_EXPORTER_OTLP_HEADERS must have pairs such as name=value/,
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_SAMPLER_ARG: '25 %' },
      /OTEL_TRACES_SAMPLER_ARG is '25 %'/,
    ],
  ])('refuses a collector that is set up wrong: %j', (env, problem) =>
    expect(() => read(env)).toThrow(problem),
  );

  it('takes a read replica beside a database', () => {
    expect(read({}).replicaUrl).toBeNull();
    const replica = 'postgres://user:secret@standby:5432/database';
    expect(read({ DATABASE_URL, DATABASE_REPLICA_URL: replica }).replicaUrl).toBe(replica);
    expect(() => read({ DATABASE_REPLICA_URL: replica })).toThrow(
      'DATABASE_REPLICA_URL is set without DATABASE_URL',
    );
  });

  it.each([
    [{ CASEWRIGHT_S3_PREFIX: 'safety' }, /CASEWRIGHT_S3_PREFIX is set without CASEWRIGHT_S3_BUCKET/],
    [{ CASEWRIGHT_S3_BUCKET: 'a bucket' }, /CASEWRIGHT_S3_BUCKET is 'a bucket'/],
    [{ CASEWRIGHT_S3_BUCKET: 'files', CASEWRIGHT_S3_ENDPOINT: 'storage:9000' }, /CASEWRIGHT_S3_ENDPOINT is/],
    [{ CASEWRIGHT_S3_BUCKET: 'files', CASEWRIGHT_S3_PREFIX: 'a b' }, /CASEWRIGHT_S3_PREFIX is 'a b'/],
    [{ CASEWRIGHT_S3_BUCKET: 'files', CASEWRIGHT_S3_ACCESS_KEY_ID: 'id' }, /belong together/],
  ])('refuses object storage that is set up in part: %j', (env, problem) => {
    expect(() => read(env)).toThrow(problem);
  });

  it('takes an identity provider from variables', () => {
    const { realms } = read({
      CASEWRIGHT_PUBLIC_URL: 'https://safety.example/',
      CASEWRIGHT_SSO_ISSUER: 'https://login.example/acme',
      CASEWRIGHT_SSO_CLIENT_ID: 'casewright',
    }).signOn;
    expect(realms).toEqual([
      {
        realmId: 'default',
        issuer: 'https://login.example/acme',
        clientId: 'casewright',
        clientSecret: null,
        label: 'login.example',
        scopes: 'openid email profile',
      },
    ]);
  });

  it.each([
    [{ CASEWRIGHT_SSO_CLIENT_ID: '' }, /CASEWRIGHT_SSO_CLIENT_ID is not/],
    [{ CASEWRIGHT_PUBLIC_URL: '' }, /needs CASEWRIGHT_PUBLIC_URL/],
    [{ CASEWRIGHT_SSO_ISSUER: 'http://login.example' }, /issuer of sign-on realm 'default' .* https:/],
    [{ CASEWRIGHT_SSO_SCOPES: 'email' }, /must hold 'openid'/],
    [{ CASEWRIGHT_SSO_REALMS_FILE: 'no/such/file' }, /REALMS_FILE .* cannot be read/],
    [{ CASEWRIGHT_SSO_CLIENTS: '{}' }, /CASEWRIGHT_SSO_CLIENTS must hold a JSON list/],
    [{ CASEWRIGHT_SSO_CLIENTS: '[{"clientId":"X1","name":"X","url":"https://x"}]' }, /begin with CDMS, /],
    [{ CASEWRIGHT_SSO_CLIENTS: '[{"clientId":"TMF","name":"T","url":"ftp://x"}]' }, /begin with https:/],
    [{ CASEWRIGHT_SECRET: 'short' }, /^CASEWRIGHT_SECRET is too short(?!.*'short')/],
  ])('refuses a sign-on with %o', (env, why) => {
    const whole = {
      CASEWRIGHT_PUBLIC_URL: 'https://safety.example',
      CASEWRIGHT_SSO_ISSUER: 'https://login.example',
      CASEWRIGHT_SSO_CLIENT_ID: 'casewright',
    };
    expect(() => read({ ...whole, ...env })).toThrow(why);
  });

  it('opens health and metrics where a port is set, to the machine itself unless a host is set', () => {
    expect(read({}).management).toBeNull();
    expect(read({ MANAGEMENT_PORT: '9090' }).management).toEqual({
      port: 9090,
      host: '127.0.0.1',
      metricsToken: null,
    });
    const METRICS_TOKEN = 'x'.repeat(16);
    expect(read({ MANAGEMENT_PORT: '0', MANAGEMENT_HOST: '::', METRICS_TOKEN }).management).toEqual({
      port: 0,
      host: '::',
      metricsToken: METRICS_TOKEN,
    });
  });

  it('takes an empty variable for one that is not set', () => {
    expect(read({ PORT: '', DATABASE_URL: ' ' })).toEqual(read({}));
  });

  it.each([
    ['is on with the embedded database', {}, true],
    ['is off in a database that somebody set up', { DATABASE_URL }, false],
    ['can be switched off', { CASEWRIGHT_DEMO: '0' }, false],
    ['can be switched on', { DATABASE_URL, CASEWRIGHT_DEMO: 'yes' }, true],
  ])('leaves the demo as asked: it %s', (_what, env, demo) => {
    expect(read(env).demo).toBe(demo);
  });

  it.each([
    [{ PORT: '65536' }, "PORT is '65536', but must be a whole number from 0 to 65535"],
    [{ PORT: '80.5' }, "PORT is '80.5', but must be a whole number from 0 to 65535"],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL is 'loud', but must be one of fatal, /],
    [{ CASEWRIGHT_SESSION_MINUTES: '0' }, /from 1 to 720/],
    [{ MANAGEMENT_PORT: '-1' }, /^MANAGEMENT_PORT is '-1'/],
    [{ MANAGEMENT_PORT: '1', METRICS_TOKEN: 'short' }, /^METRICS_TOKEN is too short(?!.*'short')/],
    [{ CASEWRIGHT_DRAIN_SECONDS: '601' }, /from 0 to 600/],
    [{ CASEWRIGHT_MIGRATE: '0' }, /^CASEWRIGHT_MIGRATE=0 needs DATABASE_URL/],
    [{ CASEWRIGHT_MIGRATE: 'later' }, /^CASEWRIGHT_MIGRATE is 'later', but must be 1 or 0/],
    [{ DATABASE_URL: 'host/database' }, /^DATABASE_URL must look like/],
    [{ DATABASE_URL, MIGRATION_DATABASE_URL: 'host' }, /^MIGRATION_DATABASE_URL must look like/],
    [{ MIGRATION_DATABASE_URL: DATABASE_URL }, /^MIGRATION_DATABASE_URL is set without DATABASE_URL/],
    [{ DATABASE_URL, CASEWRIGHT_WAL_ARCHIVE: 'wal' }, /^CASEWRIGHT_WAL_ARCHIVE is for the embedded database/],
    [{ CASEWRIGHT_TRANSLATOR_URL: 'host' }, /^CASEWRIGHT_TRANSLATOR_URL is 'host', but must be an address/],
    [{ CASEWRIGHT_AI_CODER_URL: 'host' }, /^CASEWRIGHT_AI_CODER_URL is 'host', but must be an address/],
    [{ CASEWRIGHT_AI_CODER_URL: 'https://host/v1' }, /^CASEWRIGHT_AI_CODER_MODEL is not set/],
    [{ CASEWRIGHT_MANUAL_URL: 'http://manual.example' }, /^CASEWRIGHT_MANUAL_URL is .* begins with https:/],
    [{ CASEWRIGHT_CHATBOT_URL: 'javascript:alert(1)' }, /^CASEWRIGHT_CHATBOT_URL is .* begins with https:/],
    [{ CASEWRIGHT_HELP_CENTER_URL: 'help' }, /^CASEWRIGHT_HELP_CENTER_URL is 'help'/],
  ])('refuses %o', (env, why) => {
    expect(() => read(env)).toThrow(why);
    expect(() => read(env)).toThrow(SetupProblem);
  });

  it('takes no password in an address that everybody is told, and does not repeat it', () => {
    const given = () => read({ CASEWRIGHT_HELP_CENTER_URL: 'https://user:secret@help.example' });
    expect(given).toThrow(/^CASEWRIGHT_HELP_CENTER_URL must hold no user name and no password$/);
  });

  it('never repeats a database address, which may hold a password', () => {
    expect(() => read({ DATABASE_URL: 'mysql://user:secret@host/database' })).toThrow(/^(?!.*secret)/);
  });

  it.each([
    ['https://sftp.example'],
    ['sftp.example:22'],
    ['a.example, sftp.example/in'],
    ['*.example'],
    ['*, a.example'],
  ])('refuses a list of hosts that would allow none of those it means: %s', (hosts) =>
    expect(() => read({ CASEWRIGHT_TRANSPORT_HOSTS: hosts })).toThrow(/^CASEWRIGHT_TRANSPORT_HOSTS has '/),
  );

  it('takes hosts by name and by address', () => {
    const hosts = 'sftp.Example, 10.0.0.1 gateway, ::1,[fd00::1]';
    expect(read({ CASEWRIGHT_TRANSPORT_HOSTS: hosts }).transportHosts).toEqual([
      'sftp.example',
      '10.0.0.1',
      'gateway',
      '::1',
      '[fd00::1]',
    ]);
    expect(read({ CASEWRIGHT_TRANSPORT_HOSTS: '*' }).transportHosts).toBeNull();
  });
});

const PROJECT = join(import.meta.dirname, '..');

/** The settings that the documents for operators name, `_KEY` after `CASEWRIGHT_X_URL` being `CASEWRIGHT_X_KEY`. */
function documentedSettings(): string[] {
  const names = new Set<string>();
  for (const file of ['README.md', 'docs/operating.md'])
    for (const line of readFileSync(join(PROJECT, file), 'utf8').split('\n')) {
      const cell = /^\| (`.*?) \|/.exec(line)?.[1] ?? '';
      const [first = '', ...others] = [...cell.matchAll(/`([A-Z][A-Z0-9_]+|_[A-Z0-9_]+)`/g)].map(
        ([, name]) => name ?? '',
      );
      if (!/^(?:CASEWRIGHT_|METRICS_TOKEN)/.test(first)) continue;
      names.add(first);
      for (const other of others) names.add(other.startsWith('_') ? first.replace(/_[A-Z]+$/, other) : other);
    }
  return [...names].filter((name) => /^CASEWRIGHT_[A-Z0-9_]*[A-Z0-9]$/.test(name));
}

describe('every documented setting', () => {
  const documented = documentedSettings();

  it('is found in the documents', () => {
    expect(documented.length).toBeGreaterThan(40);
    expect(documented).toEqual(
      expect.arrayContaining(['CASEWRIGHT_SSO_ISSUER', 'CASEWRIGHT_TRANSLATOR_SECONDS']),
    );
  });

  it.each(documented)(
    '%s is taken or refused with its reason, whatever it holds; a name with a letter too many is refused',
    (name) => {
      const outcome = (env: NodeJS.ProcessEnv): string => {
        try {
          read(env);
          return '';
        } catch (error) {
          if (!(error instanceof SetupProblem)) throw error;
          return error.message;
        }
      };
      // a control character is in no value that makes sense
      for (const value of ['\u0001', 'x', '-1', '1e9', '[]', 'https://', '"'])
        expect(outcome({ [name]: value })).not.toContain('undefined');
      expect(outcome({ [`${name}S`]: 'x' })).toContain(`${name}S is set`);
    },
  );
});

describe('a setting that has no effect is refused', () => {
  it.each([
    'CASEWRIGHT_AUDIT_KEY',
    'CASEWRIGHT_MAIL_FROM',
    'CASEWRIGHT_MAIL_REPORTS_URL',
    'CASEWRIGHT_MAIL_REPORTS_TO',
    'CASEWRIGHT_SSO_CLIENT_ID',
    'CASEWRIGHT_SSO_CLIENT_SECRET',
    'CASEWRIGHT_TRANSLATOR_KEY',
    'CASEWRIGHT_TRANSLATOR_MODEL',
    'CASEWRIGHT_AI_CODER_MODEL',
    'CASEWRIGHT_HELP_CENTER_KEY',
    'METRICS_TOKEN',
    'MANAGEMENT_HOST',
  ])('%s alone', (name) => {
    const given = () => read({ [name]: 'some-secret-text-of-32-characters' });
    expect(given).toThrow(SetupProblem);
    expect(given).toThrow(new RegExp(`^${name} is set, but has no effect(?!.*secret-text)`));
  });

  it('but not one of another program, nor an empty one', () => {
    expect(read({ NODE_OPTIONS: '', PGPASSWORD: 'x', CASEWRIGHT_MAIL_FROM: ' ' })).toEqual(read({}));
  });
});
