/** Which items take files, and which files. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { AcceptedFile } from '../../schemas/compile/sources.types.ts';

const BYTES_PER_KB = 1024;

export type FileProblem = 'type' | 'size';

/** The ids of the items whose values are files. */
export const attachmentItems = ({ items }: Pick<Catalogue, 'items'>): string[] =>
  Object.values(items).flatMap(({ itemId, control }) => (control === 'attachment' ? itemId : []));

/** Why the file is not accepted; null: it is. */
export function fileProblem(
  accepted: AcceptedFile | undefined,
  { mediaType, size }: { mediaType: string; size: number },
): FileProblem | null {
  if (!accepted) return null;
  if (!accepted.types.includes(mediaType)) return 'type';
  return size > accepted.maxKb * BYTES_PER_KB ? 'size' : null;
}
