/** Runs a command of an operator: reasons in plain language, exit codes, and an interruption that leaves nothing behind. */
import { BackupProblem } from '../server/backup/backupProblem.ts';
import { LoadProblem } from '../server/dictionaries/load/loadProblem.ts';
import { Problem } from '../server/problems.ts';
import { SetupProblem } from '../server/settings.ts';
import { DatabaseUnavailable, failureOf } from '../server/storage/databaseFailures.ts';
import { UsageProblem } from './usageProblem.ts';

interface Called {
  usage: string;
  /** behind the name of the program */
  args: readonly string[];
  /** an interruption leaves nothing behind that matters: it ends the process, as that of any program */
  endsAtOnce?: boolean;
}

/** Answers the exit code: that of the work, 1 where it is not done, 2 for wrong usage or settings, 130 where it is interrupted. */
export async function runOperatorCommand(
  { usage, args, endsAtOnce = false }: Called,
  work: (signal: AbortSignal) => Promise<number>,
): Promise<number> {
  if (args.includes('--help')) {
    console.log(usage);
    return 0;
  }
  if (!process.stdout.listeners('error').includes(onLostOutput)) process.stdout.on('error', onLostOutput);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  if (!endsAtOnce) process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    return await work(interruption.signal);
  } catch (error) {
    if (interruption.signal.aborted) {
      console.error('Interrupted');
      return 130;
    }
    return explain(error, usage);
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

/**
 * The reader of a pipe may have enough, as `head` has: the work goes on. What a full disk does not take is said once, and the
 * command ends with 1, also where it learns of it after its work.
 */
function onLostOutput(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE' || process.listeners('exit').includes(failAtExit)) return;
  console.error(`the output is incomplete: ${error.message}`);
  process.on('exit', failAtExit);
}

function failAtExit(): void {
  process.exitCode = 1;
}

function explain(error: unknown, usage: string): number {
  if (isUsage(error)) {
    console.error(`${error.message}\n${usage}`);
    return 2;
  }
  if (
    error instanceof BackupProblem ||
    error instanceof LoadProblem ||
    error instanceof Problem ||
    isOfFile(error)
  ) {
    console.error(error.message);
    return 1;
  }
  const failure = error instanceof DatabaseUnavailable ? error : failureOf(error, false);
  if (failure) {
    console.error(`the database is not available: ${failure.message}`);
    return 1;
  }
  if (!(error instanceof SetupProblem)) throw error;
  console.error(error.message);
  return 2;
}

const isUsage = (error: unknown): error is Error =>
  error instanceof UsageProblem ||
  (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));

const FULL_DISK = /^(ENOSPC|EDQUOT|EFBIG|EIO)$/;

/** A file cannot be read or written; errors of connections have no path, as those of a full disk. */
const isOfFile = (error: unknown): error is Error =>
  error instanceof Error && ('path' in error || ('code' in error && FULL_DISK.test(String(error.code))));
