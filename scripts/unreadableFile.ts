/** What a command that reads an E2B file prints where it cannot. */
import { UnreadableXml } from '../shared/e2b/index.ts';

/**
 * Runs the command and answers the exit code: 1 for a file that cannot be read, with `file:line:column message`. Other
 * errors are thrown.
 */
export async function withReadableFile(file: string, command: () => Promise<void>): Promise<number> {
  try {
    await command();
    return 0;
  } catch (error) {
    console.error(`${file}:${placeAndMessage(error)}`);
    return 1;
  }
}

function placeAndMessage(error: unknown): string {
  if (error instanceof UnreadableXml) {
    const { line, column, message } = error;
    return `${line}:${column} ${message}`;
  }
  if (error instanceof Error && 'syscall' in error) return `1:1 the file cannot be opened: ${error.message}`;
  throw error;
}
