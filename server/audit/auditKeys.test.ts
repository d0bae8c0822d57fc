import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditKeyFile, openAuditKeys, rotateAuditKey } from './auditKeys.ts';

let dataDir: string;
let file: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'casewright-'));
  file = auditKeyFile(dataDir);
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const settings = () => ({ auditSecrets: [], dataDir });
const ids = () => openAuditKeys(settings()).all.map(({ id }) => id);

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
