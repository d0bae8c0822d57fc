import type Fs from 'node:fs';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testDataDir } from '../../tests/testDataDir.ts';
import { auditKeyFile, openAuditKeys, rotateAuditKey } from './auditKeys.ts';

const steps = vi.hoisted((): string[] => []);
vi.mock('node:fs', async (load) => {
  const fs = await load<typeof Fs>();
  return {
    ...fs,
    writeFileSync: (...args: Parameters<typeof fs.writeFileSync>) => {
      const options = args[2];
      steps.push(typeof options === 'object' && options?.flush ? 'write and flush' : 'write');
      fs.writeFileSync(...args);
    },
    linkSync: (...args: Parameters<typeof fs.linkSync>) => {
      steps.push('name');
      fs.linkSync(...args);
    },
    renameSync: (...args: Parameters<typeof fs.renameSync>) => {
      steps.push('name');
      fs.renameSync(...args);
    },
    fsyncSync: (file: number) => {
      steps.push('flush the name');
      fs.fsyncSync(file);
    },
  };
});

let dataDir: string;
let file: string;
beforeEach(() => {
  dataDir = testDataDir();
  file = auditKeyFile(dataDir);
  steps.length = 0;
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const settings = () => ({ auditSecrets: [], dataDir });
const ids = () => openAuditKeys(settings()).all.map(({ id }) => id);
const ON_DISK = ['write and flush', 'name', 'flush the name'];

it('are on the disk before anything is written with them', () => {
  openAuditKeys(settings());
  expect(steps.splice(0)).toEqual(ON_DISK);
  openAuditKeys(settings());
  expect(steps).toEqual([]);
  rotateAuditKey(settings());
  expect(steps).toEqual(ON_DISK);
});

describe('a new key', () => {
  it.each([
    ['ended', '\n'],
    ['left without its end', ''],
  ])('stands behind those before where the last line is %s', (_how, end) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${'a'.repeat(40)}\n${'b'.repeat(40)}${end}`, { mode: 0o600 });
    const before = ids();
    const added = rotateAuditKey(settings());
    expect(ids()).toEqual([...before, added]);
    expect(readFileSync(file, 'utf8')).toMatch(/\n$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(file))).toEqual(['keys']);
  });
});
