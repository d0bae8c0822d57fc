/** Servers, backups and restores as an operator runs them: as programs, or in this process. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { runAudit } from '../../scripts/audit.ts';
import { runBackup } from '../../scripts/backup.ts';
import { runRestore } from '../../scripts/restore.ts';
import { readFile, signIn, uploadFile } from '../../shared/contract/index.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { makeCall, startTestServer, type TestServer } from './harness.ts';
import { inProcess, type Ended } from './inProcess.ts';
import { addressOf, endProgram, runProgram, type Program } from './program.ts';
import { placeInMemory, testDataDir } from '../testDataDir.ts';

/** The commands, which answer their exit codes. */
const COMMANDS = { audit: runAudit, backup: runBackup, restore: runRestore };
type CommandName = keyof typeof COMMANDS;

export interface BackupWorld {
  /** a directory for backups and restored data, removed at the end */
  home: string;
  start: (env: Record<string, string>) => Promise<{ program: Program; url: string }>;
  /** Runs a command to its end, in this process. */
  command: (env: Record<string, string>, name: CommandName, ...args: string[]) => Promise<Ended>;
  /** Runs a command to its end, as a program. */
  program: (env: Record<string, string>, name: CommandName, ...args: string[]) => Promise<Ended>;
  /** Starts one. */
  begin: (env: Record<string, string>, name: CommandName, ...args: string[]) => Program;
  /** Opens the product in this process. */
  open: (env: Record<string, string>) => Promise<TestServer>;
  undo: (step: () => unknown) => void;
  close: () => Promise<void>;
}

export function openBackupWorld(): BackupWorld {
  const home = testDataDir(placeInMemory());
  const steps: (() => unknown)[] = [() => rmSync(home, { recursive: true, force: true })];
  const begin: BackupWorld['begin'] = (env, name, ...args) => {
    const program = runProgram(env, `scripts/${name}.ts`, args);
    steps.push(() => endProgram(program));
    return program;
  };
  return {
    home,
    begin,
    start: async (env) => {
      const program = runProgram(env);
      steps.push(() => endProgram(program));
      return { program, url: await addressOf(program) };
    },
    command: (env, name, ...args) => inProcess(() => COMMANDS[name](args, { LOG_LEVEL: 'error', ...env })),
    program: async (env, name, ...args) => {
      const program = begin(env, name, ...args);
      const code = await program.ended;
      return { code, out: program.stdout(), err: program.stderr() };
    },
    open: async (env) => {
      const server = await startTestServer({ env });
      let stopping: Promise<void> | undefined;
      const stop = () => (stopping ??= server.stop());
      steps.push(stop);
      return { ...server, stop };
    },
    undo: (step) => void steps.push(step),
    close: async () => {
      for (let step = steps.pop(); step; step = steps.pop()) await step();
    },
  };
}

export const editorToken = async (url: string): Promise<string> =>
  (await makeCall(url, signIn, { body: { userId: 'case.editor', password: DEMO_PASSWORD } })).data.token;

const params = { sponsorKey: 1 };

/** Uploads a file; answers its key. */
export async function upload(url: string, token: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const file = { name: 'a.txt', type: 'text/plain', bytes };
  return (await makeCall(url, uploadFile, { params, token, file })).data.fileKey;
}

/** Checks that a file has these bytes. */
export async function expectFile(
  url: string,
  token: string,
  fileKey: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const answer = await makeCall(url, readFile, { params: { ...params, fileKey }, token });
  expect(answer.status).toBe(200);
  expect(answer.bytes.equals(bytes)).toBe(true);
}

/** Waits until a name appears in a folder. */
export async function appears(folder: string, name: RegExp): Promise<string> {
  for (;;) {
    const found = existsSync(folder) ? readdirSync(folder).find((one) => name.test(one)) : undefined;
    if (found !== undefined) return join(folder, found);
    await sleep(5);
  }
}
