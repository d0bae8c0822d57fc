/** Which items take files, and which files. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { AcceptedFile } from '../../schemas/compile/sources.types.ts';

const BYTES_PER_KB = 1024;

export type FileProblem = 'type' | 'size';

/** Whether the values of the item are files. */
export const isAttachment = ({ control }: Pick<CatalogueItem, 'control'>): boolean =>
  control === 'attachment';

/** The ids of the items whose values are files. */
export const attachmentItems = ({ items }: Pick<Catalogue, 'items'>): string[] =>
  Object.values(items).flatMap((item) => (isAttachment(item) ? item.itemId : []));

/** Why the file is not accepted; null: it is. */
export function fileProblem(
  accepted: AcceptedFile | undefined,
  { mediaType, size }: { mediaType: string; size: number },
): FileProblem | null {
  if (!accepted) return null;
  if (!accepted.types.includes(mediaType)) return 'type';
  return size > accepted.maxKb * BYTES_PER_KB ? 'size' : null;
}
