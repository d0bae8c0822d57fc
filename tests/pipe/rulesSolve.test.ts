/** The command that says what rules do to each other, as it is called. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const solve = (...options: string[]) =>
  spawnSync(process.execPath, ['scripts/rules-solve.ts', ...options], { encoding: 'utf8' });

describe('npm run rules:solve', () => {
  it('names pairs of rules that cannot be met together, each with a case', () => {
    const { stdout, stderr, status } = solve('--receiver', 'ICH');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ICH: \d+ rules, \d+ shown, \d+ ms$/m);
    expect(stdout).toMatch(/^ {2}ICH\.D\.2\.3 cannot be met together with ICH\.D\.2\.2a \(D\.2\.3 = /m);
  });

  it('says what is wrong with the call, and how it is called', () => {
    const { stderr, status } = solve('--receiver', 'XX');
    expect(status).toBe(2);
    expect(stderr).toMatch(/^there is no receiver XX\nnpm run -s rules:solve/);
  });
});
