/** The command that writes generated cases, as it is called. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCases } from '../../scripts/cases.ts';
import { checkMessages } from '../../scripts/e2b-commands.ts';
import type { Finding } from '../../shared/rules/finding.types.ts';
import { inProcess } from '../api/inProcess.ts';

const cases = (...options: string[]) => inProcess(() => runCases(['generate', ...options]));

async function errorsIn(xml: string, receiver: string): Promise<string[]> {
  const errors: string[] = [];
  for await (const line of checkMessages(xml, receiver)) {
    const { severity, ruleId } = JSON.parse(line) as Finding;
    if (severity === 'error') errors.push(ruleId);
  }
  return errors;
}

describe('npm run cases -- generate', () => {
  it('writes one batch of valid cases, the same for the same seed', async () => {
    const options = ['--count', '5', '--receiver', 'FDA', '--seed', '7', '--language', 'ko'];
    const { out, code } = await cases(...options);
    expect(code).toBe(0);
    expect(out.match(/<PORR_IN049016UV>/g)).toHaveLength(5);
    expect(await errorsIn(out, 'FDA')).toEqual([]);
    // by another process
    const args = ['scripts/cases.ts', 'generate', ...options];
    const { stdout, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout === out).toBe(true);
  });

  it('writes nearly valid cases to a folder, a file each', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cases-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const nearly = 'MFDS:D.5:5';
    const options = ['--count', '2', '--receiver', 'MFDS', '--nearly', nearly, '--out', folder];
    expect((await cases(...options)).code).toBe(0);
    expect(readdirSync(folder).toSorted()).toEqual(['MFDS-1.xml', 'MFDS-2.xml']);
    expect(await errorsIn(readFileSync(join(folder, 'MFDS-1.xml'), 'utf8'), 'MFDS')).toEqual([nearly]);
  });

  it.each<[number, string[]]>([
    [2, ['--receiver', 'XX']],
    [2, ['--count', 'many']],
    [2, ['--nearly', 'R9999']],
    [1, ['--receiver', 'FDA', '--with', 'C.5.4=4']],
  ])('ends with exit code %i and a message for %j', async (code, options) => {
    const ended = await cases(...options);
    expect(ended.code).toBe(code);
    expect(ended.err).toMatch(/^(With|There|--|FDA|ICH)/);
    expect(ended.err).not.toContain('    at ');
  });
});
