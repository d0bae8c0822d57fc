/** Long output of a command. */
import { once } from 'node:events';

/**
 * Prints the pieces as fast as they are taken, and makes no more of them once the output has failed: the reader of a pipe has
 * enough, or the disk is full. `runOperatorCommand` tells which, and the exit code of the latter.
 */
export async function printPieces(pieces: AsyncIterable<string>): Promise<void> {
  const { stdout } = process;
  let isOpen = true;
  const close = (): void => {
    isOpen = false;
  };
  stdout.once('error', close);
  try {
    for await (const piece of pieces) {
      if (!isOpen) return;
      if (!stdout.write(piece)) await once(stdout, 'drain').catch(close);
    }
  } finally {
    stdout.off('error', close);
  }
}
