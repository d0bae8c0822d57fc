/** Batches go out once, as they were checked and confirmed, and their answers reach the messages that they are about. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { SPONSOR } from '../simulatedServer.ts';
import type { Invariant, KnownBatch, SimulationView } from '../simulation.types.ts';
import { Violation } from '../violation.ts';

interface Message {
  seq: number;
  caseKey: number;
  number: string;
  state: string;
  code: string | null;
  /** what the audit trail says of the submission */
  traces: number;
}

interface Batch {
  batchKey: number;
  number: string;
  receiver: string;
  state: string;
  fileName: string | null;
  fileKey: string | null;
  isConfirmed: boolean;
  isSent: boolean;
  isAnswered: boolean;
  handOvers: number;
  messages: Message[];
}

const readBatches = async ({ server }: SimulationView): Promise<Batch[]> => {
  const { rows } = await server.read((trx) =>
    sql<Batch>`
      select b.batch_key as "batchKey", batch_number as number, receiver, state, file_name as "fileName",
        file_key as "fileKey", confirmed_at is not null as "isConfirmed", sent_at is not null as "isSent",
        answered_at is not null as "isAnswered",
        (select count(*)::int from submission_attempt a where a.sponsor_key = b.sponsor_key
          and a.batch_key = b.batch_key and a.outcome = 'handedOver') as "handOvers",
        (select jsonb_agg(jsonb_build_object('seq', seq, 'caseKey', m.case_key, 'number', message_number,
          'state', m.state, 'code', answer_code, 'traces', (
            select count(*) from audit_entry e where e.sponsor_key = m.sponsor_key and e.scope = 'case'
              and e.scope_key = m.root_case_key and e.action = 'submitted'
              and position(b.batch_number in e.value) > 0)) order by seq)
          from submission_message m where m.sponsor_key = b.sponsor_key and m.batch_key = b.batch_key) as messages
      from submission_batch b where b.sponsor_key = ${SPONSOR} order by b.batch_key`.execute(trx),
  );
  return rows;
};

/** The states that a message may come to. */
const AFTER: Readonly<Record<string, readonly string[]>> = {
  waiting: ['sent', 'accepted', 'acceptedWithWarning', 'rejected', 'needsDecision', 'conflict'],
  sent: ['accepted', 'acceptedWithWarning', 'rejected', 'needsDecision', 'conflict'],
  needsDecision: ['accepted', 'acceptedWithWarning', 'rejected', 'conflict'],
  accepted: ['conflict'],
  acceptedWithWarning: ['conflict'],
  rejected: ['conflict'],
  conflict: ['accepted', 'rejected'],
};

type Wrong = (why: string) => never;

function batchesGoOut(): Invariant {
  let before = new Map<string, string>();
  return {
    name: 'batches',
    every: 1,
    check: async (simulation) => {
      const known = new Map(simulation.batches.map((batch) => [batch.batchKey, batch]));
      const batches = await readBatches(simulation);
      const states = new Map<string, string>();
      for (const batch of batches) {
        const wrong: Wrong = (why) => {
          throw new Violation('batches', `${batch.batchKey}: ${why}`);
        };
        for (const { seq, state } of batch.messages ?? []) {
          const key = `${batch.batchKey} ${seq}`;
          const was = before.get(key) ?? state;
          if (was !== state && !AFTER[was]?.includes(state))
            wrong(`message ${seq} was ${was}, and is ${state}`);
          states.set(key, state);
        }
        isSentOnce(batch, wrong);
        const own = known.get(batch.batchKey);
        if (own) isAnswered(batch, own, wrong);
      }
      goOnce(batches);
      before = states;
    },
  };
}

function isSentOnce({ state, isSent, isConfirmed, handOvers, messages }: Batch, wrong: Wrong): void {
  const isWaiting = messages.some((message) => message.state === 'waiting');
  if (isSent && isWaiting) wrong('it was sent, and a message waits');
  if (isSent && !isConfirmed) wrong('nobody confirmed it, and it was sent');
  if (!isSent && messages.some((message) => message.state === 'sent'))
    wrong('messages are sent, the batch is not');
  if (['transmitted', 'receivedByCentre'].includes(state) && !isSent)
    wrong(`it is ${state}, and was not sent`);
  if (handOvers > 1) wrong(`it was handed over ${handOvers} times`);
  for (const { seq, traces } of messages)
    if (isConfirmed && traces !== 1) wrong(`${traces} entries of the audit trail tell of message ${seq}`);
}

const LOADED = ['accepted', 'acceptedWithWarning'];

/** What the pretend authority was asked to answer. */
function isAnswered(
  { messages, isAnswered: has }: Batch,
  { pretend, decided }: KnownBatch,
  wrong: Wrong,
): void {
  for (const [at, { seq, state, code }] of messages.entries()) {
    if (decided.has(seq)) continue;
    const isLoaded = LOADED.includes(state);
    if (isLoaded && code !== 'CA') wrong(`message ${seq} is ${state} by ${code}`);
    if (state === 'rejected' && code !== 'CR') wrong(`message ${seq} is ${state} by ${code}`);
    const mustReject = pretend === 'rejected' || (pretend === 'partly' && at === 0);
    if (has && mustReject && state !== 'rejected') wrong(`message ${seq} was rejected, and is ${state}`);
    if (pretend === 'contradiction' && has && (isLoaded || state === 'rejected'))
      wrong(`message ${seq} has two answers, and is ${state}`);
    if (['silent', 'otherBatch'].includes(pretend) && (isLoaded || state === 'rejected'))
      wrong(`nobody answered message ${seq}, and it is ${state}`);
  }
}

/** A receiver gets a version once, until it rejects it. */
function goOnce(batches: readonly Batch[]): void {
  const out = new Map<string, number>();
  const places = batches.flatMap((batch) => batch.messages.map((message) => ({ batch, message })));
  for (const { batch, message } of places)
    if (batch.isConfirmed && batch.state !== 'cancelled' && message.state !== 'rejected') {
      const key = `${message.caseKey} to ${batch.receiver}`;
      const other = out.get(key);
      if (other !== undefined)
        throw new Violation('batches', `${key} is in batches ${other} and ${batch.batchKey}`);
      out.set(key, batch.batchKey);
    }
}

/** In the folder of the gateway a batch that was sent is there once, with the bytes that were frozen. */
const files: Invariant = {
  name: 'files of batches',
  every: 5,
  check: async (simulation) => {
    const { config } = simulation.server.deps;
    const folder = join(config.submissionDir ?? '', `sponsor-${SPONSOR}`);
    const paths = [...(await xmlBelow(join(folder, 'out'))), ...(await xmlBelow(join(folder, 'taken')))];
    const known = new Set(simulation.batches.map(({ batchKey }) => batchKey));
    for (const batch of await readBatches(simulation)) {
      if (!known.has(batch.batchKey) || batch.fileName === null) continue;
      const found = paths.filter((path) => basename(path) === batch.fileName);
      const wrong: Wrong = (why) => {
        throw new Violation('files of batches', `${batch.fileName}: ${why}`);
      };
      if (found.length > 1) wrong('it is there twice');
      if (batch.isSent && found.length === 0) wrong('it was sent, and is not there');
      if (found.length > 0 && !batch.isConfirmed) wrong('nobody confirmed it, and it is there');
      for (const path of found) isFrozen(batch, await readFile(path), wrong);
    }
  },
};

function isFrozen({ fileKey, messages }: Batch, bytes: Buffer, wrong: Wrong): void {
  if (createHash('sha256').update(bytes).digest('hex') !== fileKey) wrong('it is not the frozen file');
  const text = bytes.toString();
  const missing = messages.find(({ number }) => !text.includes(`"${number}"`));
  if (missing) wrong(`it does not have the message ${missing.number}`);
}

const xmlBelow = async (folder: string): Promise<string[]> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found.flatMap(({ name, parentPath }) => (name.endsWith('.xml') ? join(parentPath, name) : []));
};

export const sentInvariants = (): Invariant[] => [batchesGoOut(), files];
