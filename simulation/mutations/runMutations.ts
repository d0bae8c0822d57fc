/** Plants the mutations one by one in a copy of the sources, and runs a few seeds on each. */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeInMemory } from '../../tests/testDataDir.ts';
import mutations from './mutations.json' with { type: 'json' };

/** A line of a source file, and what it becomes. */
interface Mutation {
  file: string;
  line: string;
  becomes: string;
}

const PROJECT = join(import.meta.dirname, '..', '..');
/** What the simulation consists of. */
const PARTS = ['schemas', 'shared', 'machines', 'server', 'simulation', 'scripts', 'tests', 'package.json'];
/** A mutation may make an endless loop. */
const MAX_MS = 180_000;

interface Planted {
  found: boolean;
  /** the last line that the run printed */
  why: string;
}

interface Campaign {
  template: string;
  seed: number;
  seeds: number;
  steps: number;
  /** the first and the number of the mutations */
  from: number;
  count: number;
}

/** Answers how many of how many were found. */
export async function runMutations(
  campaign: Campaign,
  onPlanted: (mutation: Mutation, planted: Planted) => void,
): Promise<{ found: number; planted: number }> {
  const copy = mkdtempSync(join(placeInMemory(), 'casewright-mutated-'));
  try {
    for (const part of PARTS)
      cpSync(join(PROJECT, part), join(copy, part), {
        recursive: true,
        filter: (from) => !from.endsWith('.test.ts'),
      });
    symlinkSync(join(PROJECT, 'node_modules'), join(copy, 'node_modules'));
    const chosen = (mutations as Mutation[]).slice(campaign.from, campaign.from + campaign.count);
    let found = 0;
    for (const mutation of chosen) {
      const planted = await plant(copy, mutation, campaign);
      if (planted.found) found += 1;
      onPlanted(mutation, planted);
    }
    return { found, planted: chosen.length };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function plant(copy: string, { file, line, becomes }: Mutation, campaign: Campaign): Promise<Planted> {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(line).length !== 2)
    throw new Error(`${file} does not have this line once any longer: ${line.trim()}`);
  writeFileSync(
    path,
    text.replace(line, () => becomes),
  );
  try {
    return await run(copy, campaign);
  } finally {
    writeFileSync(path, text);
  }
}

function run(copy: string, { template, seed, seeds, steps }: Campaign): Promise<Planted> {
  const options = { seed, seeds, steps, template };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, ['scripts/simulate.ts', ...args], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: MAX_MS,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (printed += part.toString()));
  return new Promise((resolve) =>
    child.on('exit', (code) => {
      const lines = printed.split('\n').filter((text) => /^ {2}step|Error|error/.test(text));
      resolve({
        found: code !== 0,
        why: lines[0]?.trim() ?? (code === 0 ? 'nothing failed' : `exit ${code}`),
      });
    }),
  );
}
