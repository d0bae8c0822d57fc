import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeFolder } from './newFolder.ts';

/** A device on which no space is left. */
const FULL = '/dev/full';

it.skipIf(!existsSync(FULL))('a folder that a full disk does not take is named, and removed', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'folder-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const target = join(parent, 'backup');
  await expect(makeFolder(target, () => writeFile(FULL, 'part'))).rejects.toMatchObject({
    name: 'BackupProblem',
    message: `${target} cannot be written: ENOSPC: no space left on device, write`,
  });
  expect(readdirSync(parent)).toEqual([]);
});
