/** E2B(R3) and E2B(R2) at the command line, without a database. Exit 2: the input cannot be read. */
import { createReadStream } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { checkMessages, convert, e2bCatalogue, listItems, roundTrip, type Form } from './e2b-commands.ts';
import type { Receiver } from '../shared/rules/finding.types.ts';
import { receiversOf, STANDARD } from '../shared/rules/receivers.ts';
import type { XmlSource } from '../shared/e2b/index.ts';
import { withReadableFile } from './unreadableFile.ts';

const USAGE = `npm run -s e2b -- roundtrip IN.xml                       the message, read and written again in its form
npm run -s e2b -- items IN.xml                           its R3 items as JSON lines, then what no item took
npm run -s e2b -- check IN.xml [--receiver FDA|MFDS|...]  findings of the business rules as JSON lines
npm run -s e2b -- convert IN.xml --to R3|R2              the message in this form; residue, notes and losses as JSON
                                                         lines on standard error
IN is an E2B(R3) file, or one of E2B(R2) in XML or SGML.`;

// big batches: a small nursery keeps the garbage of a message from becoming 100 MB of old heap
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--max-semi-space-size=4');

const [command, file, ...rest] = process.argv.slice(2);
const commands: Record<string, (source: XmlSource) => AsyncIterable<string>> = {
  roundtrip: roundTrip,
  items: listItems,
  check: (source) => checkMessages(source, receiverOf(rest)),
  convert: (source) => convert(source, formOf(rest), (line) => console.error(line)),
};
function formOf([option, form]: string[]): Form {
  if (option === '--to' && (form === 'R2' || form === 'R3')) return form;
  console.error(USAGE);
  process.exit(1);
}
function receiverOf([option, name]: string[]): Receiver {
  const receivers = receiversOf(e2bCatalogue().catalogue).map(({ receiver }) => receiver);
  const receiver =
    option === undefined ? STANDARD : receivers.find((one) => option === '--receiver' && one === name);
  if (receiver) return receiver;
  console.error(`--receiver is one of ${receivers.join(', ')}`);
  process.exit(1);
}
const run = commands[command ?? ''];
if (!run || !file) {
  console.error(USAGE);
  process.exit(1);
}
// the reader of a pipe may have enough, as `head` has
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
process.exitCode = await withReadableFile(file, async () => {
  for await (const piece of run(() => createReadStream(file)))
    if (!process.stdout.write(piece)) await new Promise((resolve) => process.stdout.once('drain', resolve));
});
