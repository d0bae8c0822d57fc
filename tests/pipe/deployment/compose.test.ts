/** `compose.yaml` and what it mounts. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { environmentOf, readDockerfile } from './dockerfile.ts';
import { readSettings, type Environment } from './readSettings.ts';
import { PROJECT, readYaml, textOf } from './readYaml.ts';

interface Service {
  image: string;
  build?: string;
  command?: string[];
  environment?: Record<string, string>;
  deploy?: { replicas: number };
  volumes?: string[];
  ports?: string[];
  depends_on?: Record<string, { condition: string }> | string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period: string;
  healthcheck?: object;
}
interface Compose {
  services: Record<'migrate' | 'api' | 'worker' | 'database' | 'object-store' | 'proxy', Service>;
  volumes: Record<string, unknown>;
  secrets: Record<string, unknown>;
}

const compose = readYaml('compose.yaml')[0] as Compose;
const { services } = compose;
const PROCESSES = ['api', 'worker'] as const;
const ours = ['migrate', ...PROCESSES] as const;
const ofTheImage = environmentOf(readDockerfile(textOf('Dockerfile')));
const proxy = textOf('deploy/compose/haproxy.cfg');

/** The lines of the example that the operator fills in. */
const example = Object.fromEntries(
  textOf('deploy/compose/example.env')
    .split('\n')
    .flatMap((line) => [...line.matchAll(/^(\w+)=(.*)$/g)].map(([, name = '', value = '']) => [name, value])),
);

/** With the example's values, and random ones in place of its secrets. */
const filledIn = (text: string): string =>
  text.replaceAll(/\$\{(\w+)(?::[?-][^}]*)?\}/g, (_, name: string) => example[name] || 'x'.repeat(64));

const environmentIn = ({ environment = {} }: Service): Environment => ({
  ...ofTheImage,
  ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filledIn(value)])),
});
const seconds = (period: string): number => {
  const [, number = '', unit = ''] = /^(\d+)([sm])$/.exec(period) ?? [];
  return Number(number) * (unit === 'm' ? 60 : 1);
};

it('is a Compose file', () => {
  const schema = JSON.parse(textOf('tests/pipe/deployment/compose-spec.json')) as { $schema?: string };
  delete schema.$schema;
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  validate(compose);
  expect(validate.errors ?? []).toEqual([]);
});

it('asks for every variable that it uses, and for no other', () => {
  const used = [...textOf('compose.yaml').matchAll(/\$\{(\w+)(:[?-])/g)];
  expect(used.filter(([, name, how]) => how !== ':?' && name !== 'CASEWRIGHT_VERSION')).toEqual([]);
  expect(new Set(used.map(([, name]) => name))).toEqual(
    new Set([...Object.keys(example), 'CASEWRIGHT_VERSION']),
  );
});

describe('the processes', () => {
  it('are two API and two workers', () => {
    expect(PROCESSES.map((name) => services[name].deploy?.replicas)).toEqual([2, 2]);
  });

  it.each(ours)('%s: has settings that the server reads and accepts', (name) => {
    const { config, unread } = readSettings(environmentIn(services[name]));
    expect(unread).toEqual([]);
    expect(config).toMatchObject({ behindProxy: true, demo: false, migratesAtStart: false });
    expect(config.databaseUrl).toBe(`postgres://casewright_login:${'x'.repeat(64)}@database:5432/casewright`);
    // of processes that do not share a data directory
    expect([config.secret?.length, config.auditSecrets.length, config.publicUrl]).toEqual([
      64,
      1,
      'https://safety.example.org',
    ]);
    expect(config.role).toBe(name === 'migrate' ? 'all' : name);
    expect(config.s3).toMatchObject({ endpoint: 'http://object-store:8333', bucket: 'casewright' });
    // the owner's account is for the migration alone
    expect(config.migrationDatabaseUrl !== null).toBe(name === 'migrate');
  });

  it.each(ours)('%s: changes nothing but its data directory', (name) => {
    const service = services[name];
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      build: '.',
      volumes: [`data:${ofTheImage.DATA_DIR}`],
    });
    expect(service.ports).toBeUndefined();
  });

  it('begin when the migration has ended', () => {
    for (const name of PROCESSES)
      expect(services[name].depends_on).toEqual({
        migrate: { condition: 'service_completed_successfully' },
        'object-store': { condition: 'service_started' },
      });
    expect(services.migrate.depends_on).toEqual({ database: { condition: 'service_healthy' } });
    expect(services.database.healthcheck).toBeDefined();
  });

  it('are given more time than they take to stop', () => {
    for (const name of PROCESSES) {
      const { drainSeconds } = readSettings(environmentIn(services[name])).config;
      expect(seconds(services[name].stop_grace_period)).toBeGreaterThanOrEqual(drainSeconds + 60);
    }
  });
});

it('creates the bucket that the processes use, under their credentials', () => {
  const { s3 } = readSettings(environmentIn(services.api)).config;
  const store = services['object-store'];
  expect(store.command).toContain(`-bucket=${s3?.bucket}`);
  expect(environmentIn(store)).toMatchObject({
    AWS_ACCESS_KEY_ID: s3?.credentials?.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3?.credentials?.secretAccessKey,
  });
});

it('uses only volumes, secrets and files that there are', () => {
  const mounts = Object.values(services).flatMap(({ volumes = [] }) =>
    volumes.map((mount) => mount.split(':')[0] ?? ''),
  );
  const files = mounts.filter((from) => from.startsWith('./'));
  expect(new Set(mounts.filter((from) => !from.startsWith('./')))).toEqual(
    new Set(Object.keys(compose.volumes)),
  );
  for (const file of files) expect(textOf(file)).not.toBe('');
  expect(Object.keys(compose.secrets)).toEqual(['certificate.pem']);
});

it('pins the images of others', () => {
  for (const { image, build } of Object.values(services))
    if (build === undefined) expect(image).toMatch(/^docker\.io\/\S+:\d+/);
});

describe('the proxy', () => {
  const api = readSettings(environmentIn(services.api)).config;

  it('publishes TLS, and a redirect to it', () => {
    expect(services.proxy.ports).toEqual(['80:8080', '443:8443']);
    expect(proxy).toMatch(
      /^frontend plain\n {4}bind :8080\n(?: {4}tcp-request .*\n)+ {4}http-request redirect scheme https code 308$/m,
    );
    expect(proxy).toMatch(/^ {4}bind :8443 ssl crt \/run\/secrets\/certificate\.pem /m);
    expect(proxy).toContain('Strict-Transport-Security');
    // an address holds only some of the connections
    expect(proxy.match(/^ {4}tcp-request connection reject if \{ sc0_conn_cur/gm)).toHaveLength(2);
  });

  it('says who the client is, whatever the client says itself', () => {
    expect(proxy).toContain('http-request set-header X-Forwarded-For %[src]');
    expect(proxy).toContain('http-request set-header X-Request-ID %[unique-id]');
    expect(proxy).not.toMatch(/option forwardfor|add-header X-Forwarded-For/);
  });

  it('sends requests to ready processes only, and notices one that stops before it goes', () => {
    expect(proxy).toContain('http-check send meth GET uri /readyz');
    const [, inter = '', fall = ''] = /check inter (\d+)s fall (\d+)/.exec(proxy) ?? [];
    expect(Number(inter) * Number(fall)).toBeLessThan(api.drainSeconds);
    expect(proxy).toContain(`server-template api 1-8 api:${api.port}`);
  });

  it('neither buffers nor limits bodies, and never sends a request twice that may have been received', () => {
    expect(proxy).not.toMatch(/http-buffer-request|req\.body|body_size/);
    expect(proxy).not.toContain('retry-on');
  });

  const hasProxy = spawnSync('haproxy', ['-v']).status === 0;
  it.skipIf(!hasProxy)('has a configuration that HAProxy accepts', () => {
    const dir = mkdtempSync(join(tmpdir(), 'casewright-proxy-'));
    try {
      const pem = join(dir, 'certificate.pem');
      const made = spawnSync(
        'openssl',
        [
          ...'req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout'.split(' '),
          `${pem}.key`,
          '-out',
          pem,
        ],
        { encoding: 'utf8' },
      );
      expect(made.status, made.stderr).toBe(0);
      writeFileSync(join(dir, 'proxy.cfg'), proxy.replace('/run/secrets/certificate.pem', pem));
      const checked = spawnSync('haproxy', ['-c', '-f', join(dir, 'proxy.cfg')], {
        cwd: PROJECT,
        encoding: 'utf8',
      });
      expect(checked.status, checked.stderr).toBe(0);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });
});
