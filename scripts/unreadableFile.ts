/** What a command that reads an E2B file prints where it cannot. */
import { UnreadableXml } from '../shared/e2b/index.ts';

/**
 * Runs the command; a file that cannot be read ends it with exit code 2 and `file:line:column message`. Other errors are
 * thrown.
 */
export async function withReadableFile<Read>(
  file: string,
  command: () => Promise<Read>,
): Promise<Read | undefined> {
  try {
    return await command();
  } catch (error) {
    console.error(`${file}:${placeAndMessage(error)}`);
    process.exitCode = 2;
    return undefined;
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
