/** Sends hostile inputs to a server and measures meanwhile how long another request waits. */
import { checkSchemas, importFile } from '../shared/contract/index.ts';
import type { TestServer } from './api/harness.ts';
import { hostileInputs, type HostileInput } from './hostileInputs.ts';

export interface Answered {
  name: string;
  status: number;
  errCode: string | null;
  ms: number;
}

export interface LawResult {
  answers: Answered[];
  /** longest wait of `/healthz` in milliseconds, without hostile inputs and with them */
  idle: number;
  waited: number;
}

const IDLE_ROUNDS = 20;
const PAUSE_MS = 10;

/** Two users send: one checks files, the other imports reports. */
export async function sendHostile(server: TestServer, count: number, seed: number): Promise<LawResult> {
  const tokens = { files: await server.token('sponsor.admin'), report: await server.token('case.editor') };
  const inputs = hostileInputs(count, seed);
  let idle = 0;
  for (let round = 0; round < IDLE_ROUNDS; round += 1) idle = Math.max(idle, await healthTime(server));
  let isOver = false;
  const answers = Promise.all(
    (['files', 'report'] as const).map(async (kind) => {
      const found: Answered[] = [];
      for (const input of inputs)
        if (input.kind === kind) found.push(await send(server, input, tokens[kind]));
      return found;
    }),
  ).finally(() => {
    isOver = true;
  });
  let waited = 0;
  while (!isOver) waited = Math.max(waited, await healthTime(server));
  return { answers: (await answers).flat(), idle, waited };
}

async function healthTime({ url }: TestServer): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const before = performance.now();
  await (await fetch(`${url}/healthz`)).arrayBuffer();
  return performance.now() - before;
}

async function send(server: TestServer, input: HostileInput, token: string): Promise<Answered> {
  const before = performance.now();
  const { status, errCode } =
    input.kind === 'files'
      ? await server.call(checkSchemas, {
          body: { changes: [{ file: input.file, text: input.text }] },
          token,
        })
      : await server.call(importFile, {
          params: { sponsorKey: 1 },
          file: { name: 'hostile.xml', type: 'application/xml', bytes: input.xml },
          token,
        });
  return { name: input.name, status, errCode, ms: performance.now() - before };
}
