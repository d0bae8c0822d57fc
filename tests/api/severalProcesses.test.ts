/**
 * Several processes on one database, killed and started again at random while an editor saves: no acknowledged save is
 * lost, and the others go on. FAULT_ROUNDS sets the number of kills (default 3).
 */
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { startEmbedded } from '../../server/storage/embedded/startEmbedded.ts';
import { demoDataDir } from '../demoData.ts';
import { addressOf, endProgram, printed, runProgram, type Program } from './program.ts';
import { saveSteadily } from './steadySaves.ts';

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 3);
/** for one kill on a busy machine */
const ROUND_MS = 10_000;
const MAX_PAUSE_MS = 1000;
const ROLES = ['all', 'api', 'worker'] as const;

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

interface Member {
  program: Program;
  /** null: a worker, or not started yet */
  url: string | null;
  killed: boolean;
}

it(`loses no acknowledged save in ${ROUNDS} kills`, { timeout: 180_000 + ROUNDS * ROUND_MS }, async () => {
  const dir = demoDataDir();
  undo.push(() => rmSync(dir, { recursive: true, force: true }));
  const database = await startEmbedded(dir);
  undo.push(() => database.stop());
  const env = {
    DATA_DIR: dir,
    DATABASE_URL: database.application.url,
    MIGRATION_DATABASE_URL: database.url,
    CASEWRIGHT_DEMO: '1',
  };
  const members: Member[] = [];
  undo.push(() => Promise.all(members.map(({ program }) => endProgram(program))));
  /** Resolves when the process is ready, or was killed before. */
  const start = async (index: number): Promise<void> => {
    const role = ROLES[index] ?? 'all';
    const program = runProgram({ ...env, ROLE: role });
    const member: Member = { program, url: null, killed: false };
    members[index] = member;
    try {
      if (role === 'worker') await printed(program, /works without listening/);
      else member.url = await addressOf(program);
    } catch (error) {
      if (!member.killed) throw error;
    }
  };
  const starting = ROLES.map((_, index) => start(index));
  await Promise.all(starting);

  let turn = 0;
  const saves = await saveSteadily(() => {
    const urls = members.flatMap(({ url }) => url ?? []);
    return urls[(turn += 1) % urls.length] ?? '';
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    await saves.goOn(2);
    await sleep(Math.random() * MAX_PAUSE_MS);
    const index = Math.floor(Math.random() * ROLES.length);
    const victim = members[index];
    if (!victim) continue;
    victim.killed = true;
    victim.program.process.kill('SIGKILL');
    await victim.program.ended;
    // the next kill may meet it while it starts
    starting.push(start(index));
  }
  await Promise.all(starting);
  await saves.goOn();
  await saves.verify();
  expect(saves.refused).toEqual([]);
  // jobs of killed processes are warnings
  for (const { program } of members) expect(program.stderr()).not.toMatch(/"level":[56]0/);
  const { length } = saves.acknowledged;
  process.stdout.write(`${ROUNDS} kills: ${length} saves acknowledged, ${saves.unanswered()} unanswered\n`);
});
