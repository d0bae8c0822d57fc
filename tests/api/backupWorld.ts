/** Servers, backups and restores as an operator runs them: each a process of its own. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { readFile, signIn, uploadFile } from '../../shared/contract/index.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { makeCall } from './harness.ts';
import { addressOf, endProgram, runProgram, type Program } from './program.ts';
import { testDataDir } from '../testDataDir.ts';

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export interface BackupWorld {
  /** a directory for backups and restored data, removed at the end */
  home: string;
  start: (env: Record<string, string>) => Promise<{ program: Program; url: string }>;
  /** Runs a command of `scripts` to its end. */
  command: (env: Record<string, string>, script: string, ...args: string[]) => Promise<Ended>;
  /** Starts one. */
  begin: (env: Record<string, string>, script: string, ...args: string[]) => Program;
  undo: (step: () => unknown) => void;
  close: () => Promise<void>;
}

export function openBackupWorld(): BackupWorld {
  const home = testDataDir();
  const steps: (() => unknown)[] = [() => rmSync(home, { recursive: true, force: true })];
  const begin = (env: Record<string, string>, script: string, ...args: string[]): Program => {
    const program = runProgram(env, `scripts/${script}.ts`, args);
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
    command: async (env, script, ...args) => {
      const program = begin(env, script, ...args);
      const code = await program.ended;
      return { code, out: program.stdout(), err: program.stderr() };
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
