/** The manifests of Kubernetes: what the cluster would refuse, and what it would accept and should not. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environmentOf, readDockerfile } from './dockerfile.ts';
import { readSettings, SECRETS, type Environment } from './readSettings.ts';
import { PROJECT, readYaml, textOf } from './readYaml.ts';

const FOLDER = 'deploy/kubernetes';

interface Labels {
  [name: string]: string;
}
interface Probe {
  httpGet: { path: string; port: string };
  periodSeconds: number;
  timeoutSeconds: number;
  failureThreshold: number;
}
interface Container {
  name: string;
  image: string;
  command?: string[];
  ports?: { name: string; containerPort: number }[];
  env: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
  envFrom?: { configMapRef: { name: string } }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  resources: { requests: Labels; limits: Labels };
  securityContext: object;
  volumeMounts?: { name: string; mountPath: string }[];
}
interface PodSpec {
  automountServiceAccountToken: boolean;
  restartPolicy?: string;
  terminationGracePeriodSeconds?: number;
  securityContext: object;
  containers: [Container];
  volumes?: { name: string; emptyDir?: object }[];
}
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Labels };
  data?: Labels;
  spec: {
    replicas: number;
    minAvailable: number;
    selector: { matchLabels: Labels } & Labels;
    template: { metadata: { labels: Labels }; spec: PodSpec };
    ports: { name: string; targetPort: string }[];
    ingressClassName: string;
    tls: { hosts: string[]; secretName: string }[];
    rules: {
      host: string;
      http: { paths: { backend: { service: { name: string; port: { name: string } } } }[] };
    }[];
  };
}

const files = readdirSync(join(PROJECT, FOLDER)).filter((name) => name !== 'kustomization.yaml');
const manifests = files.flatMap((file) => readYaml(`${FOLDER}/${file}`)) as Manifest[];
const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const named = (kind: string, name: string) =>
  ofKind(kind).find(({ metadata }) => metadata.name === name) ?? expect.fail(`there is no ${kind} ${name}`);

const deployments = ofKind('Deployment');
const workloads = [...deployments, ...ofKind('Job')];
const podOf = ({ spec }: Manifest): PodSpec => spec.template.spec;
const containerOf = (manifest: Manifest): Container => podOf(manifest).containers[0];
const ofTheImage = environmentOf(readDockerfile(textOf('Dockerfile')));

/** With a value in place of each secret. */
function environmentIn({ env, envFrom = [] }: Container): Environment {
  const settings = envFrom.map(({ configMapRef }) => named('ConfigMap', configMapRef.name).data ?? {});
  const own = env.map(({ name, value }) => [name, value ?? SECRETS[name] ?? '']);
  return Object.assign({}, ofTheImage, ...settings, Object.fromEntries(own)) as Environment;
}

const isSelected = (labels: Labels, selector: Labels): boolean =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);

it('are what the product needs, and no secret', () => {
  const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
  expect(names).toEqual([
    'ConfigMap casewright-settings',
    'Deployment casewright-api',
    'Deployment casewright-worker',
    'Ingress casewright',
    'Job casewright-migrate',
    'PodDisruptionBudget casewright-api',
    'PodDisruptionBudget casewright-worker',
    'Service casewright',
  ]);
  const { resources } = readYaml(`${FOLDER}/kustomization.yaml`)[0] as { resources: string[] };
  expect(resources.toSorted()).toEqual(files.toSorted());
});

it.each([
  ['apps/v1', 'Deployment'],
  ['batch/v1', 'Job'],
  ['v1', 'Service'],
  ['v1', 'ConfigMap'],
  ['networking.k8s.io/v1', 'Ingress'],
  ['policy/v1', 'PodDisruptionBudget'],
])('use the stable version %s of %s', (apiVersion, kind) => {
  for (const manifest of ofKind(kind)) expect(manifest.apiVersion).toBe(apiVersion);
});

describe.each(workloads.map((manifest) => [manifest.metadata.name, manifest] as const))(
  '%s',
  (_name, manifest) => {
    const pod = podOf(manifest);
    const container = containerOf(manifest);

    it('has settings that the server reads and accepts', () => {
      const { config, unread } = readSettings(environmentIn(container));
      expect(unread).toEqual([]);
      const isMigration = manifest.kind === 'Job';
      expect([config.databaseUrl, config.migrationDatabaseUrl !== null]).toEqual([
        SECRETS.DATABASE_URL,
        isMigration,
      ]);
      if (isMigration) return;
      expect(config).toMatchObject({
        role: container.name,
        demo: false,
        behindProxy: true,
        migratesAtStart: false,
      });
      expect([config.secret, config.auditSecrets]).toEqual([
        SECRETS.CASEWRIGHT_SECRET,
        [SECRETS.CASEWRIGHT_AUDIT_KEYS],
      ]);
      expect(config.s3).toMatchObject({
        bucket: 'casewright',
        credentials: { accessKeyId: SECRETS.CASEWRIGHT_S3_ACCESS_KEY_ID },
      });
      expect(config.management).toMatchObject({ host: '0.0.0.0', metricsToken: SECRETS.METRICS_TOKEN });
    });

    it('takes what is secret from a secret, which the guide names', () => {
      const guide = textOf('docs/operating.md');
      for (const { name, value, valueFrom } of container.env) {
        expect(/SECRET|KEY|TOKEN|DATABASE_URL/.test(name)).toBe(value === undefined);
        if (!valueFrom) continue;
        const { name: secret, key } = valueFrom.secretKeyRef;
        const explained = [secret, `--from-literal=${key}=`].map((words) => guide.includes(words));
        expect(explained, `${secret}, ${key}`).toEqual([true, true]);
      }
    });

    it('may do nothing that it need not', () => {
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 10001,
        runAsGroup: 10001,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    });

    it('has a pinned image, and limits', () => {
      expect(container.image).toBe('registry.example.org/casewright:0.0.0');
      expect(container.resources).toMatchObject({
        requests: { cpu: expect.any(String), memory: expect.any(String) },
        limits: { memory: expect.any(String) },
      });
    });

    it('mounts only volumes that there are', () => {
      const volumes = (pod.volumes ?? []).map(({ name }) => name).sort();
      expect((container.volumeMounts ?? []).map(({ name }) => name).sort()).toEqual(volumes);
    });
  },
);

describe.each(deployments.map((manifest) => [manifest.metadata.name, manifest] as const))(
  '%s',
  (_name, manifest) => {
    const pod = podOf(manifest);
    const container = containerOf(manifest);
    const { config } = readSettings(environmentIn(container));

    it('runs twice, under labels that select it', () => {
      expect(manifest.spec.replicas).toBe(2);
      expect(manifest.spec.selector.matchLabels).toEqual(manifest.spec.template.metadata.labels);
    });

    it('asks the process whether it lives, and never its database', () => {
      for (const probe of [container.startupProbe, container.livenessProbe])
        expect(probe?.httpGet).toEqual({ path: '/healthz', port: 'management' });
      expect(container.readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'management' });
      for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe])
        expect(probe?.timeoutSeconds).toBeLessThanOrEqual(probe?.periodSeconds ?? 0);
      const { periodSeconds = 0, failureThreshold = 0 } = container.livenessProbe ?? {};
      expect(periodSeconds * failureThreshold).toBeGreaterThanOrEqual(60);
    });

    it('opens the ports that it names', () => {
      const ports = Object.fromEntries(
        (container.ports ?? []).map((port) => [port.name, port.containerPort]),
      );
      const http = config.role === 'api' ? { http: config.port } : {};
      expect(ports).toEqual({ ...http, management: config.management?.port });
    });

    it('is given more time than it takes to stop, and serves until the proxies know', () => {
      const { terminationGracePeriodSeconds = 30 } = pod;
      expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(config.drainSeconds + 60);
      const { periodSeconds = 0, failureThreshold = 0 } = container.readinessProbe ?? {};
      if (config.role === 'api')
        expect(config.drainSeconds).toBeGreaterThan(periodSeconds * failureThreshold);
    });

    it('may write its data directory and the temporary one, and nothing else', () => {
      const paths = container.volumeMounts?.map(({ mountPath }) => mountPath);
      expect(paths).toEqual([config.dataDir, '/tmp']);
    });

    it('keeps one pod while nodes are drained', () => {
      const { labels } = manifest.spec.template.metadata;
      const budgets = ofKind('PodDisruptionBudget').filter(({ spec }) =>
        isSelected(labels, spec.selector.matchLabels),
      );
      expect(budgets.map(({ spec }) => spec.minAvailable)).toEqual([manifest.spec.replicas - 1]);
    });
  },
);

it('the migration is a program of the image, tried again where it fails', () => {
  const job = named('Job', 'casewright-migrate');
  expect(podOf(job).restartPolicy).toBe('Never');
  const [node, script = ''] = containerOf(job).command ?? [];
  expect([node, existsSync(join(PROJECT, script))]).toEqual(['node', true]);
});

it('the service leads to the API and not to workers, nor to the management port', () => {
  const { spec } = named('Service', 'casewright');
  const chosen = deployments.filter(({ spec: { template } }) =>
    isSelected(template.metadata.labels, spec.selector),
  );
  expect(chosen.map(({ metadata }) => metadata.name)).toEqual(['casewright-api']);
  expect(spec.ports.map(({ targetPort }) => targetPort)).toEqual(['http']);
});

it('the ingress leads to the service over TLS, under the public address', () => {
  const { spec, ...ingress } = named('Ingress', 'casewright');
  const host = new URL(named('ConfigMap', 'casewright-settings').data?.CASEWRIGHT_PUBLIC_URL ?? '').host;
  expect([spec.tls[0]?.hosts, spec.rules.map((rule) => rule.host)]).toEqual([[host], [host]]);
  for (const { http } of spec.rules)
    for (const { backend } of http.paths) {
      const { ports } = named('Service', backend.service.name).spec;
      expect(ports.map(({ name }) => name)).toContain(backend.service.port.name);
    }
  expect(JSON.stringify(ingress)).toMatch(/ssl-redirect.*true/);
});
