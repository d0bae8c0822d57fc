/** E2B(R3) and E2B(R2) at the command line, without a database. Exit 1: the input cannot be read; 2: called wrongly. */
import { createReadStream } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { checkMessages, convert, e2bCatalogue, listItems, roundTrip, type Form } from './e2b-commands.ts';
import type { Receiver } from '../shared/rules/finding.types.ts';
import { receiversOf, STANDARD } from '../shared/rules/receivers.ts';
import type { XmlSource } from '../shared/e2b/index.ts';
import { runOperatorCommand } from './operatorCommand.ts';
import { printPieces } from './printPieces.ts';
import { withReadableFile } from './unreadableFile.ts';
import { UsageProblem } from './usageProblem.ts';

const USAGE = `npm run -s e2b -- roundtrip IN.xml                       the message, read and written again in its form
npm run -s e2b -- items IN.xml                           its R3 items as JSON lines, then what no item took
npm run -s e2b -- check IN.xml [--receiver FDA|MFDS|...]  findings of the business rules as JSON lines
npm run -s e2b -- convert IN.xml --to R3|R2              the message in this form; residue, notes and losses as JSON
                                                         lines on standard error
IN is an E2B(R3) file, or one of E2B(R2) in XML or SGML.`;

type Work = (source: XmlSource) => AsyncIterable<string>;

const COMMANDS: Readonly<Record<string, (options: readonly string[]) => Work>> = {
  roundtrip: (options) => withoutOptions(options, roundTrip),
  items: (options) => withoutOptions(options, listItems),
  check: (options) => {
    const receiver = receiverOf(options);
    return (source) => checkMessages(source, receiver);
  },
  convert: (options) => {
    const form = formOf(options);
    return (source) => convert(source, form, (line) => console.error(line));
  },
};

if (import.meta.main) {
  // big batches: a small nursery keeps the garbage of a message from becoming 100 MB of old heap
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--max-semi-space-size=4');
  process.exitCode = await runE2b(process.argv.slice(2));
}

/** Runs the command with the arguments behind the name of the program. Answers the exit code. */
export function runE2b(args: readonly string[]): Promise<number> {
  return runOperatorCommand({ usage: USAGE, args, endsAtOnce: true }, () => {
    const { file, work } = readArguments(args);
    return withReadableFile(file, () => printPieces(work(() => createReadStream(file))));
  });
}

function readArguments([command = '', file, ...options]: readonly string[]): { file: string; work: Work } {
  const workWith = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (!workWith) throw new UsageProblem(`the command is one of ${Object.keys(COMMANDS).join(', ')}`);
  if (file === undefined || file.startsWith('--')) throw new UsageProblem('IN.xml is needed');
  return { file, work: workWith(options) };
}

function withoutOptions([option]: readonly string[], work: Work): Work {
  if (option !== undefined) throw new UsageProblem(`${option} is no option of this command`);
  return work;
}

function formOf([option, form, ...others]: readonly string[]): Form {
  if (option === '--to' && (form === 'R2' || form === 'R3') && others.length === 0) return form;
  throw new UsageProblem('--to R3 or --to R2 is needed');
}

function receiverOf([option, name, ...others]: readonly string[]): Receiver {
  if (option === undefined) return STANDARD;
  const receivers = receiversOf(e2bCatalogue().catalogue).map(({ receiver }) => receiver);
  const receiver = receivers.find((one) => option === '--receiver' && one === name);
  if (receiver && others.length === 0) return receiver;
  throw new UsageProblem(`--receiver is one of ${receivers.join(', ')}`);
}
