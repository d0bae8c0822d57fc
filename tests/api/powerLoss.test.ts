/**
 * Loss of power while the product is saving: no acknowledged save and no file is lost, and every chain is whole. A control
 * run with synchronous_commit=off must lose saves, or the simulation would prove nothing. FAULT_ROUNDS sets the
 * number of losses of power (default 1).
 */
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, it } from 'vitest';
import { runAudit } from '../../scripts/audit.ts';
import { readItemAudit } from '../../shared/contract/index.ts';
import { copyDirectory } from '../copyDirectory.ts';
import { demoDataDir } from '../demoData.ts';
import { editorToken, expectFile, upload } from './backupWorld.ts';
import { killTree, makeDisk } from './disk.ts';
import { makeCall } from './harness.ts';
import { inProcess } from './inProcess.ts';
import { addressOf, endProgram, runProgram, type Program } from './program.ts';
import { expectStored, saveSteadily, type SteadySaves } from './steadySaves.ts';

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1);
/** for one round on a busy machine */
const ROUND_MS = 30_000;
const MAX_CONTROL_ROUNDS = 10;
const EDITORS = 4;
const MAX_PAUSE_MS = 1500;

const disk = makeDisk();
if (!disk) process.stderr.write('NOT RUN: loss of power, which needs root, loop devices, ext4 and perl\n');

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});
afterAll(() => disk?.remove());

interface Round {
  saves: SteadySaves[];
  /** acknowledged uploads */
  files: { fileKey: string; bytes: Uint8Array<ArrayBuffer> }[];
}

class Machine {
  private program: Program | null = null;
  private url = '';
  readonly dataDir: string;

  /** Puts the demo on the disk; `settings` are lines of the configuration of PostgreSQL. */
  constructor(settings = '') {
    if (!disk) throw new Error('there is no disk');
    this.dataDir = join(disk.dir, 'data');
    rmSync(this.dataDir, { recursive: true, force: true });
    mkdirSync(this.dataDir);
    const demo = demoDataDir();
    copyDirectory(demo, this.dataDir);
    rmSync(demo, { recursive: true });
    appendFileSync(join(this.dataDir, 'postgres', 'postgresql.auto.conf'), settings);
    disk.flush();
    undo.push(() => this.program && endProgram(this.program));
  }

  async start(): Promise<string> {
    this.program = runProgram({ DATA_DIR: this.dataDir });
    return (this.url = await addressOf(this.program));
  }

  /** Saves and uploads until the power is cut, at a random moment after the first file is stored. */
  async workUntilCut(): Promise<Round> {
    const { url } = this;
    const saves = await Promise.all(Array.from({ length: EDITORS }, () => saveSteadily(() => url)));
    const files: Round['files'] = [];
    const token = await editorToken(url);
    const uploadOne = async (): Promise<boolean> => {
      const bytes = new Uint8Array(randomBytes(50_000));
      const fileKey = await upload(url, token, bytes).catch(() => null);
      if (fileKey !== null) files.push({ fileKey, bytes });
      return fileKey !== null;
    };
    const firstFile = uploadOne();
    const uploading = firstFile.then(async (stored) => {
      while (stored) stored = await uploadOne();
    });
    await Promise.all([saves[0]?.goOn(2), firstFile]);
    await sleep(Math.random() * MAX_PAUSE_MS);
    await this.cut();
    await Promise.all([uploading, ...saves.map((one) => one.stop())]);
    return { saves, files };
  }

  /** Stops the product and verifies all audit trails and their anchors; answers the report. */
  async verify(): Promise<string> {
    if (this.program) await endProgram(this.program);
    const verification = await inProcess(() => runAudit(['verify'], { DATA_DIR: this.dataDir, PORT: '0' }));
    expect(verification.code).toBe(0);
    return verification.out;
  }

  private async cut(): Promise<void> {
    const postmaster = Number(
      readFileSync(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
    );
    disk?.cutPower();
    this.program?.process.kill('SIGKILL');
    killTree(postmaster);
    await this.program?.ended;
    await disk?.restorePower();
  }
}

/** How many acknowledged saves are not in the audit trail of their case. */
async function countLost(
  url: string,
  token: string,
  { caseKey, acknowledged }: SteadySaves,
): Promise<number> {
  const query = { pageId: 'DM', itemId: 'D.1' };
  const answer = await makeCall(url, readItemAudit, { params: { caseKey }, query, token });
  const trail = new Set(answer.success ? answer.data.listInfo.map(({ value }) => value) : []);
  return acknowledged.filter((text) => !trail.has(text)).length;
}

it.skipIf(!disk)('a cut of the power loses what was not flushed, and nothing else', async () => {
  const [flushed, cached] = ['flushed', 'cached'].map((name) => join(disk?.dir ?? '', name));
  writeFileSync(flushed ?? '', 'a', { flush: true });
  disk?.flush();
  writeFileSync(cached ?? '', 'b');
  disk?.cutPower();
  await disk?.restorePower();
  expect([flushed, cached].map((file) => existsSync(file ?? ''))).toEqual([true, false]);
});

it.skipIf(!disk)(
  `loses no acknowledged save in ${ROUNDS} losses of power`,
  { timeout: 180_000 + ROUNDS * ROUND_MS },
  async () => {
    const machine = new Machine();
    const total = { saves: 0, files: 0, unanswered: 0, lost: 0 };
    let url = await machine.start();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { saves, files } = await machine.workUntilCut();
      url = await machine.start();
      const token = await editorToken(url);
      for (const one of saves) {
        total.lost += await countLost(url, token, one);
        await expectStored(url, { caseKey: one.caseKey, token }, one.acknowledged);
        total.saves += one.acknowledged.length;
        total.unanswered += one.unanswered();
      }
      for (const { fileKey, bytes } of files) await expectFile(url, token, fileKey, bytes);
      total.files += files.length;
    }
    expect(await machine.verify()).toMatch(/audit trails verified, 0 differ\n$/);
    process.stdout.write(`${ROUNDS} losses of power: ${JSON.stringify(total)}\n`);
    expect(total.lost).toBe(0);
    expect(total.saves).toBeGreaterThan(ROUNDS);
    expect(total.files).toBeGreaterThan(0);
  },
);

it.skipIf(!disk)(
  'loses acknowledged saves when the database does not wait for its disk',
  { timeout: 180_000 + MAX_CONTROL_ROUNDS * ROUND_MS },
  async () => {
    const machine = new Machine('synchronous_commit = off\n');
    let lost = 0;
    let rounds = 0;
    await machine.start();
    for (; lost === 0 && rounds < MAX_CONTROL_ROUNDS; rounds += 1) {
      const { saves } = await machine.workUntilCut();
      const url = await machine.start();
      const token = await editorToken(url);
      for (const one of saves) lost += await countLost(url, token, one);
    }
    process.stdout.write(`control: ${lost} acknowledged saves lost in ${rounds} losses of power\n`);
    expect(lost).toBeGreaterThan(0);
  },
);
