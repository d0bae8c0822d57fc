/** A thread that generates cases for all receivers, and checks their messages. */
import { parentPort, workerData } from 'node:worker_threads';
import { generatorOf, messageOf, portsWithFiles } from '../scripts/cases-commands.ts';
import { openCatalogue } from '../server/catalogue/catalogueSource.ts';
import type { CaseContent } from '../shared/case/caseContent.ts';
import { NoSuchCase, type CaseWish } from '../shared/generate/generate.types.ts';
import { validate } from '../tests/conformance/reference.ts';

/** Seeds of a thread. */
export interface CasesOrder {
  from: number;
  count: number;
}

/** What a thread has generated for a receiver. */
export interface GeneratedFor {
  receiver: string;
  valid: number;
  /** of this thread */
  processorMs: number;
  clockMs: number;
  /** seeds that no case was found with */
  missing: number[];
  /** what the schema of ICH says of each message that it refuses */
  refused: string[];
  /** the schema set is there */
  isChecked: boolean;
}

const { from, count } = workerData as CasesOrder;
const source = openCatalogue();
const generate = generatorOf(source);
const ports = portsWithFiles();

async function generateFor(receiver: string): Promise<GeneratedFor> {
  const found: GeneratedFor = {
    receiver,
    valid: 0,
    processorMs: 0,
    clockMs: 0,
    missing: [],
    refused: [],
    isChecked: validate !== null,
  };
  // the first one compiles the rules of the receiver
  generate({ seed: from, receiver });
  for (let seed = from + 1; seed <= from + count; seed += 1) {
    const content = timed(found, () => generateOne({ seed, receiver }));
    if (!content) {
      found.missing.push(seed);
      continue;
    }
    found.valid += 1;
    const [refusal] = validate?.(await messageOf(content, receiver, ports)) ?? [];
    if (refusal !== undefined) found.refused.push(`${receiver}, seed ${seed}: ${refusal}`);
  }
  return found;
}

function timed<Result>(times: Pick<GeneratedFor, 'processorMs' | 'clockMs'>, work: () => Result): Result {
  const [before, start] = [process.threadCpuUsage(), performance.now()];
  const result = work();
  const { user, system } = process.threadCpuUsage(before);
  times.processorMs += (user + system) / 1000;
  times.clockMs += performance.now() - start;
  return result;
}

/** Null where no case is found. */
function generateOne(wish: CaseWish): CaseContent | null {
  try {
    return generate(wish).content;
  } catch (error) {
    if (error instanceof NoSuchCase) return null;
    throw error;
  }
}

const results: GeneratedFor[] = [];
for (const { receiver } of source.checks.receivers) results.push(await generateFor(receiver));
parentPort?.postMessage(results);
