import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A directory that the account of the database may enter, too. */
export function testDataDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'casewright-test-'));
  chmodSync(dir, 0o755);
  return dir;
}
