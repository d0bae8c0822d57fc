/** Batches reach their receivers, with workers that are lost in between, and receivers answer, some of them twice. */
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sponsorFolder } from '../../server/submissions/transports/folderTransport.ts';
import { LEASE_MS } from '../../server/jobs/jobWorker.ts';
import { SECOND_MS } from '../simulatedClock.ts';
import { SPONSOR } from '../simulatedServer.ts';
import type { Act, Simulation } from '../simulation.types.ts';
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

/** A gateway puts a receipt or an answer down again that was read before. */
const answerAgain: Act = {
  name: 'answer again',
  weight: 5,
  run: async (simulation) => {
    const { chance, server } = simulation;
    const files = await filesBelow(simulation, 'archive');
    if (files.length === 0) return null;
    const { path, name } = chance.pick(files);
    const to = join(folderOf(simulation), ...(name.endsWith('.xml') ? ['ack', 'pretend'] : ['receipts']));
    await mkdir(to, { recursive: true });
    await copyFile(path, join(to, name));
    server.clock.advance(ROUND_MS);
    await runDue(simulation, READER);
    return { what: `${name} comes again`, touched: 'any' };
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

export const deliveryActs: readonly Act[] = [handOver, answer, answerAgain];
