/** E2B(R3) at the command line, without a database: roundtrip, items, check. Exit 2: the input cannot be read. */
import { readFile } from 'node:fs/promises';
import { checkMessages, listItems, roundTrip } from './e2b-commands.ts';
import type { Receiver } from '../shared/rules/finding.types.ts';
import { UnreadableXml } from '../shared/e2b/index.ts';

const USAGE = `npm run -s e2b -- roundtrip IN.xml                       the message, read and written again
npm run -s e2b -- items IN.xml                           its items as JSON lines, then what no item took
npm run -s e2b -- check IN.xml [--receiver FDA|MFDS|...]  findings of the business rules as JSON lines`;

const RECEIVERS: readonly Receiver[] = ['ICH', 'FDA', 'MFDS', 'PMDA', 'EMA', 'NMPA'];

const [command, file, ...rest] = process.argv.slice(2);
const commands: Record<string, (bytes: Uint8Array) => AsyncIterable<string>> = {
  roundtrip: roundTrip,
  items: listItems,
  check: (bytes) => checkMessages(bytes, receiverOf(rest)),
};
function receiverOf([option, name]: string[]): Receiver {
  const receiver = option === undefined ? 'ICH' : RECEIVERS.find((one) => option === '--receiver' && one === name);
  if (receiver) return receiver;
  console.error(`--receiver is one of ${RECEIVERS.join(', ')}`);
  process.exit(1);
}
const run = commands[command ?? ''];
if (!run || !file) {
  console.error(USAGE);
  process.exit(1);
}
try {
  for await (const piece of run(await readFile(file)))
    if (!process.stdout.write(piece)) await new Promise((resolve) => process.stdout.once('drain', resolve));
} catch (error) {
  if (!(error instanceof UnreadableXml)) throw error;
  console.error(`${file}:${error.line}:${error.column} ${error.message}`);
  process.exitCode = 2;
}
