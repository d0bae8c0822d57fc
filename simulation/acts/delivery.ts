/** Batches reach their receivers, with workers that are lost in between, and receivers answer, some of them twice. */
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sponsorFolder } from '../../server/submissions/transports/folderTransport.ts';
import { LEASE_MS } from '../../server/jobs/jobWorker.ts';
import { SECOND_MS } from '../simulatedClock.ts';
import type { PretendAnswer } from '../../shared/submission/pretendAnswers.ts';
import { acceptedBatches } from '../oracles/batches.ts';
import { SPONSOR } from '../simulatedServer.ts';
import type { Act, Simulation } from '../simulation.types.ts';
import { Violation } from '../violation.ts';
import { runDue } from './dueJobs.ts';

const HAND_OVER = 'submission-batch.handOver';
const ASK = 'submission-batch.askRemote';
const AUTHORITY = 'pretend-authority';
const READER = 'read-submission-answers';
/** Longer than any of these two waits. */
const ROUND_MS = 3 * SECOND_MS;

/** The worker may be lost when the receiver has the file; another one finds out what became of it. */
const handOver: Act = {
  name: 'hand over',
  weight: 24,
  run: async (simulation) => {
    const { server, chance } = simulation;
    if (!(await server.dueKinds()).includes(HAND_OVER)) return null;
    if (chance.percent(45)) {
      await server.runJob(HAND_OVER);
      return { what: 'a batch is handed over', touched: 'any' };
    }
    await server.dieAfterJob(HAND_OVER);
    const isAnswered = chance.percent(30);
    if (isAnswered) await receive(simulation);
    server.clock.advance(LEASE_MS + SECOND_MS);
    const done: string[] = [];
    for (const kind of [HAND_OVER, ASK, HAND_OVER]) if (await runDue(simulation, kind)) done.push(kind);
    const meanwhile = isAnswered ? ', the receiver answers' : '';
    return {
      what: `a worker dies after a hand-over${meanwhile}, then jobs ${done.join(', ')}`,
      touched: 'any',
    };
  },
};

/** The receiver takes what is there, and its answers are read. */
async function receive(simulation: Simulation): Promise<void> {
  simulation.server.clock.advance(ROUND_MS);
  for (const kind of [AUTHORITY, READER]) await runDue(simulation, kind);
}

const answer: Act = {
  name: 'answer',
  weight: 16,
  run: async (simulation) => {
    if ((await filesBelow(simulation, 'out')).length === 0) return null;
    await receive(simulation);
    return { what: 'receivers answer', touched: 'any' };
  },
};

/** A gateway puts each receipt and each answer down once more, some time after it was read. */
const answerAgain: Act = {
  name: 'answer again',
  weight: 40,
  run: async (simulation) => {
    const { chance, server, repeated } = simulation;
    const read = await filesBelow(simulation, 'archive');
    const files = read.filter((file) => !repeated.has(file.name));
    if (files.length === 0) return null;
    const { path, name } = chance.pick(files);
    repeated.add(name);
    const to = join(folderOf(simulation), ...(name.endsWith('.xml') ? ['ack', 'pretend'] : ['receipts']));
    await mkdir(to, { recursive: true });
    await copyFile(path, join(to, name));
    server.clock.advance(ROUND_MS);
    if (await runDue(simulation, READER)) await isPutAway(simulation, name);
    return { what: `${name} comes again`, touched: 'any' };
  },
};

/** What was read is put away, whether it was known or not: nothing is tried again and again. */
async function isPutAway(simulation: Simulation, name: string): Promise<void> {
  for (const part of ['receipts', 'ack'])
    if ((await filesBelow(simulation, part)).some((file) => file.name === name))
      throw new Violation('what comes is put away', `${name} was read, and still lies in ${part}`);
}

/** What a receiver answers to who was not asked to answer in another way. */
const PLAIN: readonly (PretendAnswer | undefined)[] = ['check', 'late', 'twice'];

/** A receiver rejects messages that it accepted: a person decides what holds. */
const contradict: Act = {
  name: 'contradict',
  weight: 40,
  run: async (simulation) => {
    const { chance, server, batches, step } = simulation;
    const accepted = (await acceptedBatches(simulation)).filter(({ batchKey }) =>
      PLAIN.includes(batches.find((known) => known.batchKey === batchKey)?.pretend),
    );
    if (accepted.length === 0) return null;
    const { batchKey, number } = chance.pick(accepted);
    const first = `${number}-1.xml`;
    const answer = (await filesBelow(simulation, 'archive')).find(({ name }) => name === first);
    if (!answer) throw new Violation('answers', `batch ${batchKey} is accepted, and ${first} was not read`);
    const text = await readFile(answer.path, 'utf8');
    const later = `${number}-later-${step}.xml`;
    await writeFile(
      join(folderOf(simulation), 'ack', 'pretend', later),
      text.replaceAll('typeCode="CA"', 'typeCode="CR"').replaceAll('typeCode="AA"', 'typeCode="AE"'),
    );
    server.clock.advance(ROUND_MS);
    if (await runDue(simulation, READER)) await isPutAway(simulation, later);
    return { what: `the receiver of batch ${batchKey} rejects what it accepted`, touched: 'any' };
  },
};

const folderOf = ({ server }: Simulation): string =>
  sponsorFolder(server.deps.config.submissionDir ?? '', SPONSOR);

/** Files of a folder of the gateway, by name. */
async function filesBelow(simulation: Simulation, part: string): Promise<{ path: string; name: string }[]> {
  const found = await readdir(join(folderOf(simulation), part), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({ path: join(parentPath, name), name }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

export const deliveryActs: readonly Act[] = [handOver, answer, answerAgain, contradict];
