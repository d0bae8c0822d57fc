import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readPieces, writePieces } from './readPieces.ts';

it('copies a file of many pieces as it is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'casewright-pieces-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  writeFileSync(from, randomBytes(1_000_000));
  await writePieces(to, readPieces(from));
  expect(readFileSync(to).equals(readFileSync(from))).toBe(true);
});
