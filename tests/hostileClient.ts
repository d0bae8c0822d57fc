/**
 * Sends hostile inputs from a process of its own, so that the work of the client does not count, and prints what came of
 * them. `hostileClient.ts SERVER COUNT SEED`, the server as JSON.
 */
import { isExpected, sendHostile, type Answered, type Attacked } from './hostileLaw.ts';

const PROGRESS_STEP = 500;

const [server = '', count = '', seed = ''] = process.argv.slice(2);
let answered = 0;
let failed = 0;
/** A run of many rounds takes an hour: what it has found so far is not lost with it. */
const logProgress = (answer: Answered): void => {
  answered += 1;
  if (!isExpected(answer)) failed += 1;
  if (answered % PROGRESS_STEP === 0) process.stderr.write(`${answered} answered, ${failed} failed\n`);
};
const result = await sendHostile(JSON.parse(server) as Attacked, Number(count), Number(seed), logProgress);
process.stdout.write(JSON.stringify(result));
