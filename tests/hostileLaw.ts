/** Sends hostile inputs to a server and measures meanwhile how long another request waits. */
import {
  checkSchemas,
  downloadReport,
  importFile,
  importRecords,
  readFindings,
  readReceivers,
  uploadAnswer,
} from '../shared/contract/index.ts';
import type { DataOf, Envelope } from '../shared/contract/call.ts';
import { hostileInputs, KINDS, type HostileInput } from './hostileInputs.ts';

/** A server with a user who may do everything but import, and one who may import. */
export interface Attacked {
  url: string;
  tokens: { all: string; import: string };
}

export interface Answered {
  name: string;
  status: number;
  errCode: string | null;
}

/** How a server answers a hostile input: it does what it can, or says what is wrong with it. */
export const isExpected = ({ status }: Answered): boolean => [200, 400, 422].includes(status);

export interface LawResult {
  answers: Answered[];
  /** longest wait of `/healthz` in milliseconds, without hostile inputs and with them */
  idle: number;
  waited: number;
}

/** Names an input to those who watch the server. */
export const NAME_HEADER = 'x-test-name';
/** Inputs of a kind that are sent side by side: while one is read, the case of another one is used. */
const LANES = 2;
const IDLE_ROUNDS = 20;
const PAUSE_MS = 10;

/** Inputs of each kind are sent a few at a time; `onAnswer` hears of each answer, since many take long. */
export async function sendHostile(
  server: Attacked,
  count: number,
  seed: number,
  onAnswer: (answer: Answered) => void = () => {},
): Promise<LawResult> {
  let idle = 0;
  for (let round = 0; round < IDLE_ROUNDS; round += 1) idle = Math.max(idle, await healthTime(server));
  let isOver = false;
  const answers: Answered[] = [];
  const sendAll = async (inputs: Generator<HostileInput>): Promise<void> => {
    for (let next = inputs.next(); !next.done; next = inputs.next()) {
      const answer = await send(server, next.value);
      onAnswer(answer);
      answers.push(answer);
    }
  };
  const sent = KINDS.flatMap((kind) => {
    const inputs = hostileInputs(kind, count, seed);
    return Array.from({ length: LANES }, () => sendAll(inputs));
  });
  const all = Promise.all(sent).finally(() => {
    isOver = true;
  });
  let waited = 0;
  while (!isOver) waited = Math.max(waited, await healthTime(server));
  await all;
  return { answers, idle, waited };
}

async function healthTime({ url }: Attacked): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const before = performance.now();
  await (await fetch(`${url}/healthz`)).arrayBuffer();
  return performance.now() - before;
}

async function send({ url, tokens }: Attacked, input: HostileInput): Promise<Answered> {
  const { path, body } = requestOf(input);
  const response = await fetch(`${url}${path.replace(':sponsorKey', '1').replace(':kind', 'product')}`, {
    method: 'POST',
    headers: {
      [NAME_HEADER]: input.name,
      authorization: `Bearer ${input.kind === 'report' ? tokens.import : tokens.all}`,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    body,
  });
  const { errCode, data } = (await response.json()) as Envelope<Partial<DataOf<typeof importFile>>>;
  const used = await Promise.all(
    (data?.cases ?? []).flatMap(({ caseKey }) =>
      caseKey === null ? [] : useCase(url, tokens.import, caseKey),
    ),
  );
  const failed = used.find((status) => status !== 200);
  return { name: input.name, status: failed ?? response.status, errCode };
}

/** What computes over a whole case. */
const useCase = (url: string, token: string, caseKey: number): Promise<number>[] =>
  [readFindings, readReceivers, downloadReport].map(async ({ path }) => {
    const address = url + path.replace(':caseKey', String(caseKey)).replace(':reportId', 'XML');
    const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
    await response.arrayBuffer();
    return response.status;
  });

function requestOf(input: HostileInput): { path: string; body: FormData | string } {
  switch (input.kind) {
    case 'files':
      return {
        path: checkSchemas.path,
        body: JSON.stringify({ changes: [{ file: input.file, text: input.text }] }),
      };
    case 'report':
      return { path: importFile.path, body: formOf(input.xml, 'hostile.xml') };
    case 'answer':
      return { path: uploadAnswer.path, body: formOf(input.xml, 'hostile.xml') };
    case 'table':
      return { path: importRecords.path, body: formOf(input.csv, 'hostile.csv') };
    case 'body':
      return { path: input.path, body: input.text };
  }
}

function formOf(content: string, name: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  return form;
}
