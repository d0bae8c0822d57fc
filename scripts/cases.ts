/** Generates cases from the catalogue and its rules, without a database. Exit 1: no such case, or no such folder; 2: called wrongly. */
import { parseArgs } from 'node:util';
import { failedWrite } from '../server/files/diskFailure.ts';
import { NoSuchCase, UnknownInWish } from '../shared/generate/generate.types.ts';
import { LANGUAGES } from '../shared/generate/possibleValues.ts';
import { generateFiles, generateBatch, receivers, type Order } from './cases-commands.ts';
import { runOperatorCommand } from './operatorCommand.ts';
import { printPieces } from './printPieces.ts';
import { UsageProblem } from './usageProblem.ts';

const USAGE = `npm run -s cases -- generate [options]       valid cases as one E2B(R3) batch
  --count N           how many; default 1
  --receiver NAME     whose rules hold: ${receivers().join(', ')}; default ICH
  --profile NAME      of the receiver; default all
  --seed N            a whole number; the same seed gives the same cases; default 1
  --nearly RULE       each case breaks this rule, and no other
  --with ITEM=VALUE   value of an item id or role; more than once
  --language LANGUAGE of the texts: ${LANGUAGES.join(', ')}; default all, by turns of chance
  --out FOLDER        a file for each case instead of the batch`;

const MAX_CASES = 1_000_000;
const MAX_SEED = 2 ** 31 - 1;

if (import.meta.main) process.exitCode = await runCases(process.argv.slice(2));

/** Runs the command with the arguments behind the name of the program. Answers the exit code. */
export function runCases(args: readonly string[]): Promise<number> {
  return runOperatorCommand({ usage: USAGE, args, endsAtOnce: true }, async () => {
    const { order, out } = readArguments(args);
    try {
      await (out === undefined ? printPieces(generateBatch(order)) : generateFiles(order, out));
      return 0;
    } catch (error) {
      if (error instanceof UnknownInWish) throw new UsageProblem(error.message);
      const why = error instanceof NoSuchCase ? error.message : failedWrite(error, out ?? 'the output');
      if (why === null) throw error;
      console.error(why);
      return 1;
    }
  });
}

function refuse(why: string): never {
  throw new UsageProblem(why);
}

function readArguments(args: readonly string[]): { order: Order; out: string | undefined } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      count: { type: 'string', default: '1' },
      receiver: { type: 'string', default: 'ICH' },
      seed: { type: 'string', default: '1' },
      profile: { type: 'string' },
      nearly: { type: 'string' },
      with: { type: 'string', multiple: true, default: [] },
      language: { type: 'string' },
      out: { type: 'string' },
    },
  });
  if (positionals.length !== 1 || positionals[0] !== 'generate') return refuse('the command is: generate');
  const { receiver, profile, nearly, out: folder } = values;
  if (!receivers().includes(receiver)) return refuse(`--receiver is one of ${receivers().join(', ')}`);
  const language = LANGUAGES.find((one) => one === values.language);
  if (values.language !== undefined && !language)
    return refuse(`--language is one of ${LANGUAGES.join(', ')}`);
  const order: Order = {
    count: wholeNumber('--count', values.count, 1, MAX_CASES),
    receiver,
    profile,
    seed: wholeNumber('--seed', values.seed, 0, MAX_SEED),
    values: Object.fromEntries(values.with.map(pairOf)),
    ...(nearly !== undefined && { nearly }),
    ...(language && { language }),
  };
  return { order, out: folder };
}

function wholeNumber(option: string, text: string, from: number, to: number): number {
  const number = Number(text);
  return Number.isInteger(number) && number >= from && number <= to
    ? number
    : refuse(`${option} needs a whole number from ${from} to ${to}`);
}

function pairOf(pair: string): [string, string] {
  const [name, ...value] = pair.split('=');
  return name && value.length > 0 ? [name, value.join('=')] : refuse(`--with needs ITEM=VALUE, not ${pair}`);
}
