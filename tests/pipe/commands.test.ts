/** What all commands answer alike, as they are called. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCheck } from '../../scripts/check-schemas.ts';
import { runCases } from '../../scripts/cases.ts';
import { runE2b } from '../../scripts/e2b.ts';
import { runReport } from '../../scripts/report.ts';
import { runRulesSolve } from '../../scripts/rules-solve.ts';
import { inProcess, type Ended } from '../api/inProcess.ts';

const SCRIPTS = join(import.meta.dirname, '..', '..', 'scripts');

const program =
  (name: string) =>
  async (args: readonly string[]): Promise<Ended> => {
    const path = join(SCRIPTS, `${name}.ts`);
    const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], { encoding: 'utf8' });
    return { code: status, out: stdout, err: stderr };
  };

const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<Ended>>> = {
  cases: (args) => inProcess(() => runCases(args)),
  e2b: (args) => inProcess(() => runE2b(args)),
  report: (args) => inProcess(() => runReport(args)),
  'schemas:check': (args) => inProcess(() => runCheck(args)),
  'rules:solve': (args) => inProcess(() => runRulesSolve(args)),
  faces: program('faces'),
  proof: program('proof'),
  simulate: program('simulate'),
};

describe.each(Object.entries(COMMANDS))('npm run %s', (name, run) => {
  it('answers 0 and its usage to --help', async () => {
    const { code, out, err } = await run(['--help']);
    expect(err).not.toContain('    at ');
    expect(code).toBe(0);
    expect(out).toContain(`${name} --`);
  });

  it('answers 2, what is wrong and its usage to what it does not know', async () => {
    const { code, err } = await run(['--colour', 'red']);
    expect(err).not.toContain('    at ');
    expect(code).toBe(2);
    expect(err).toContain(`${name} --`);
  });
});

describe('long output', () => {
  const generate = [join(SCRIPTS, 'cases.ts'), 'generate', '--language', 'en', '--count'];

  it.skipIf(!existsSync('/dev/full'))('answers 1 where the disk takes no more of it', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [...generate, '2'], {
      encoding: 'utf8',
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    expect(stderr).toBe('the output is incomplete: ENOSPC: no space left on device, write\n');
    expect(status).toBe(1);
  });

  it.skipIf(!existsSync('/dev/full'))('names the folder that takes no more of it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cases-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    symlinkSync('/dev/full', join(folder, 'ICH-1.xml'));
    const { code, err } = await inProcess(() => runCases(['generate', '--out', folder]));
    expect(err).toBe(`${folder} cannot be written: ENOSPC: no space left on device, write\n`);
    expect(code).toBe(1);
  });

  it('ends at once where it is interrupted', async () => {
    const cases = spawn(process.execPath, [...generate, '1000000'], { stdio: ['ignore', 'pipe', 'ignore'] });
    await once(cases.stdout, 'data');
    cases.stdout.resume();
    cases.kill('SIGINT');
    expect(await once(cases, 'exit')).toEqual([null, 'SIGINT']);
  });

  it('ends once the reader of a pipe has enough', async () => {
    const cases = spawn(process.execPath, [...generate, '1000000'], { stdio: ['ignore', 'pipe', 'ignore'] });
    await once(cases.stdout, 'data');
    cases.stdout.destroy();
    const [code] = await once(cases, 'exit');
    expect(code).toBe(0);
  });
});
