import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { walArchiveSettings } from './walArchive.ts';

const home = mkdtempSync(join(tmpdir(), 'casewright-archive-'));
// as a folder of backups is
chmodSync(home, 0o755);
afterAll(() => rmSync(home, { recursive: true }));

it('makes the folder and those above it, which the account of PostgreSQL can enter', () => {
  const archive = join(home, 'backups', 'wal');
  expect(walArchiveSettings(archive)['basic_archive.archive_directory']).toBe(archive);
  expect(statSync(archive).mode & 0o777).toBe(0o700);
});
