/** `npm run schemas:check` as an analyst meets it: what it prints, how it ends, what it does while watching. */
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { SourceFinding } from '../../schemas/compile/sources.types.ts';
import { mistakes } from '../../schemas/compile/testSources.ts';
import { runCheck } from '../../scripts/check-schemas.ts';
import { inProcess } from '../api/inProcess.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', 'scripts', 'check-schemas.ts');

const runProgram = (...args: string[]) =>
  spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8' });

/** In this process. */
async function run(...args: string[]) {
  const { code, out, err } = await inProcess(() => runCheck(args));
  return { status: code, stdout: out, stderr: err };
}

const errors = (stdout: string): SourceFinding[] =>
  (JSON.parse(stdout) as SourceFinding[]).filter(({ severity }) => severity === 'error');

const folders: string[] = [];
const programs: ChildProcess[] = [];
afterEach(() => {
  for (const program of programs.splice(0)) program.kill();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder with the files of a fixture. */
function unpack(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'casewright-schemas-'));
  folders.push(folder);
  for (const { file, text } of mistakes[name] ?? []) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}
const mistake = (name: string) => ['--dir', unpack(name)];

describe('checking the schema files', () => {
  it('ends well where the files have no errors, and says how many it read', async () => {
    const { status, stdout } = await run();

    expect(stdout).toMatch(/^\d+ files, 0 errors, \d+ warnings?$/m);
    expect(status).toBe(0);
  });

  it('ends with 1 on an error, and shows the line with a mark below the words', () => {
    const { status, stdout } = runProgram(...mistake('expression.unknown-item'));
    const lines = stdout.split('\n');
    const mark = lines.findIndex((line) => /^ +\^{2,}$/.test(line));

    expect(status).toBe(1);
    expect(stdout).toMatch(
      /pages\/DM\.page\.json:11:23 error D\.1: there is no item D\.22; did you mean D\.2\?/,
    );
    const [column, length] = [lines[mark]?.indexOf('^') ?? 0, lines[mark]?.trim().length ?? 0];
    expect(lines[mark - 1]?.slice(column, column + length)).toBe(String.raw`present(\"D.22\")`);
    expect(stdout).toMatch(/^1 file, 1 error, \d+ warnings?$/m);
  });

  it('ends well where there are warnings only', async () => {
    const { status, stdout } = await run(...mistake('same-label'));

    expect(status).toBe(0);
    expect(stdout).toMatch(/^1 file, 0 errors, [1-9]\d* warnings?$/m);
  });

  it('prints no colours into a file', () => {
    expect(runProgram(...mistake('same-label')).stdout).not.toMatch(/\u001B/);
  });

  it('prints the findings as JSON, and nothing else', async () => {
    const { status, stdout } = await run('--json', ...mistake('unknown-item'));
    const findings = errors(stdout);

    expect(status).toBe(1);
    expect(findings).toMatchObject([
      { file: 'pages/DM.page.json', line: 16, column: 17, rule: 'unknown-item', fix: { text: '"D.2.2a"' } },
    ]);
  });

  it('shows the findings of the files asked for', async () => {
    const all = ['--json', ...mistake('next-cyclic')];

    expect(errors((await run(...all)).stdout)).toHaveLength(2);
    expect(errors((await run(...all, 'AE.page.json')).stdout)).toMatchObject([
      { file: 'pages/AE.page.json' },
    ]);
  });

  it.each([
    ['an option nobody knows', ['--jsn']],
    ['a file that is not there', ['pages/XX.page.json']],
    ['a folder that is not there', ['--dir', join(import.meta.dirname, 'none')]],
    [
      'a folder without schema files',
      ['--dir', join(import.meta.dirname, '..', '..', 'schemas', 'compile', 'check')],
    ],
  ])('ends with 2 and says how it is called: %s', async (_what, args) => {
    const { status, stdout, stderr } = await run(...args);

    expect(status).toBe(2);
    expect(stderr).toContain('Usage: npm run schemas:check');
    expect(stdout).toBe('');
  });

  it('checks again when a file changes, as long as it watches', async () => {
    const folder = unpack('same-label');
    const program = spawn(process.execPath, [PROGRAM, '--watch', '--dir', folder]);
    programs.push(program);
    let output = '';
    program.stdout.on('data', (part: Buffer) => (output += part.toString()));

    await expect.poll(() => output).toMatch(/\d\d:\d\d:\d\d .*0 errors, [1-9]/);
    const page = join(folder, 'pages', 'DM.page.json');
    writeFileSync(page, readFileSync(page, 'utf8').replace('"control": "text"', '"control": "txet"'));
    await expect.poll(() => output).toMatch(/did you mean text\?[^]*1 error, /);
    expect(program.exitCode).toBeNull();
  });
});
