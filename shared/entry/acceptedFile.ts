/** Which files an item accepts. */
import type { AcceptedFile } from '../../schemas/compile/sources.types.ts';

const BYTES_PER_KB = 1024;

export type FileProblem = 'type' | 'size';

/** Why the file is not accepted; null: it is. */
export function fileProblem(
  accepted: AcceptedFile | undefined,
  { mediaType, size }: { mediaType: string; size: number },
): FileProblem | null {
  if (!accepted) return null;
  if (!accepted.types.includes(mediaType)) return 'type';
  return size > accepted.maxKb * BYTES_PER_KB ? 'size' : null;
}
