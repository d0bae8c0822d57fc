/** Runs one step and tells what came of it. */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pinnedNode, root, stepEnvironment } from '../install.mjs';
import { processorSeconds } from './processorTime.mjs';
import { suiteArgs } from './steps.mjs';
import { readReport } from './suiteReport.mjs';

/** Where vitest writes the report of each suite. */
export const REPORTS = join(root, '.cache', 'test');

/**
 * Resolves to the numbers of tests, the failures with their first lines, the seconds the step took by the clock and of
 * the processors, and the time of each file of a suite.
 */
export async function runStep(step, channel, env) {
  const started = Date.now();
  const report = join(REPORTS, `${step.name}.json`);
  rmSync(report, { force: true });
  channel.write(`\n── ${step.name}\n`);
  const args = step.kind === 'suite' ? suiteArgs(step.name, report) : step.args;
  const { ok, processor } = await runNode(args, channel, env);
  const seconds = (Date.now() - started) / 1000;
  const ofProcessor = processor === null ? '' : `, ${processor.toFixed(0)} s of processor time`;
  channel.write(`── ${step.name}: ${seconds.toFixed(0)} s${ofProcessor}\n`);
  channel.close();
  const outcome = step.kind === 'suite' ? readReport(step.name, report, ok) : outcomeOf(step, ok);
  return { files: [], ...outcome, name: step.name, seconds, processor };
}

const outcomeOf = ({ name, kind }, ok) => ({
  passed: ok && kind === 'check' ? 1 : 0,
  failed: ok ? 0 : 1,
  skipped: 0,
  failures: ok ? [] : [name],
});

function runNode(args, channel, env) {
  // what ended before is not of this step
  processorSeconds();
  const child = spawn(pinnedNode(), args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: stepEnvironment({ ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env }),
  });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', channel.write);
  return new Promise((resolve) => {
    let processor = null;
    child.on('error', (error) => {
      channel.write(`${error.message}\n`);
      resolve({ ok: false, processor });
    });
    child.on('exit', () => (processor = processorSeconds()));
    child.on('close', (code) => resolve({ ok: code === 0, processor }));
  });
}
