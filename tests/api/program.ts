/** The server as an operator runs it: a process of its own, with nothing of this one's environment but what is given. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { COMPILED } from '../compiled.ts';

const PROJECT = join(import.meta.dirname, '..', '..');
const LISTENING = /^Casewright is listening on (http:\/\/127\.0\.0\.1:\d+)$/m;

export interface Program {
  process: ChildProcess;
  stdout: () => string;
  stderr: () => string;
  /** exit code */
  ended: Promise<number | null>;
}

/** Starts it on a free port; or another of its programs, with arguments. */
export function runProgram(
  env: Record<string, string>,
  file = 'server/main.ts',
  args: readonly string[] = [],
): Program {
  return runCommand(process.execPath, [join(PROJECT, file), ...args], env);
}

/** Starts a command with the environment of a program. */
export function runCommand(
  command: string,
  args: readonly string[],
  env: Record<string, string>,
  account: { uid?: number; gid?: number } = {},
): Program {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(command, args, {
    env: { PATH, HOME, NODE_COMPILE_CACHE: COMPILED, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (part: Buffer) => (output.stdout += part.toString()));
  child.stderr.on('data', (part: Buffer) => (output.stderr += part.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  return { process: child, stdout: () => output.stdout, stderr: () => output.stderr, ended };
}

/** Resolves when the program has printed what is looked for; rejects, with what it said, when it ends before. */
export async function printed(program: Program, what: RegExp): Promise<string> {
  let code: number | null | undefined;
  void program.ended.then((given) => (code = given));
  for (;;) {
    const found = what.exec(program.stdout());
    if (found) return found[1] ?? found[0];
    if (code !== undefined) throw new Error(`ended with ${code}: ${program.stderr()}`);
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

/** The address it listens on, once it does. */
export const addressOf = (program: Program): Promise<string> => printed(program, LISTENING);

/** The address of its health and metrics, once it is open; with MANAGEMENT_PORT. */
export const managementOf = (program: Program): Promise<string> =>
  printed(program, /^Health and metrics are at (http:\/\/127\.0\.0\.1:\d+)$/m);

/** Asks it to end, and waits. */
export async function endProgram(program: Program): Promise<void> {
  program.process.kill('SIGTERM');
  await program.ended;
}
