/** A list of files before it is saved, and its laws (specification sections 3 and 4). Pure; the same for every form. */

export interface FileEntry {
  fileId: string;
  fileName: string;
  /** Y: taken off the list at the next save, and shown struck until then */
  delFlag: 'N' | 'Y';
  /** added since the list was read */
  appended: boolean;
}

export type FileList<Entry extends FileEntry = FileEntry> = readonly Entry[];

/** A list and the entries that had to make room, oldest first. */
export interface FilesAdded<Entry extends FileEntry> {
  list: FileList<Entry>;
  dropped: readonly Entry[];
}

const stands = ({ delFlag }: FileEntry): boolean => delFlag === 'N';

/** Adds files, marked as appended. Where more stand than the limit allows, the oldest are removed; null is no limit. */
export function addFiles<Entry extends FileEntry>(
  list: FileList<Entry>,
  files: FileList<Entry>,
  limit: number | null,
): FilesAdded<Entry> {
  const all = [...list, ...files.map((file) => ({ ...file, delFlag: 'N' as const, appended: true }))];
  const standing = all.filter(stands);
  const dropped = limit === null ? [] : standing.slice(0, Math.max(0, standing.length - limit));
  return {
    list: dropped.reduce<FileList<Entry>>((left, { fileId }) => removeFile(left, fileId), all),
    dropped,
  };
}

/** An appended file goes; one that was there before is struck. */
export const removeFile = <Entry extends FileEntry>(list: FileList<Entry>, fileId: string): FileList<Entry> =>
  list.flatMap((entry) => {
    if (entry.fileId !== fileId) return [entry];
    return entry.appended ? [] : [{ ...entry, delFlag: 'Y' as const }];
  });

/** A struck file stands again. */
export const restoreFile = <Entry extends FileEntry>(
  list: FileList<Entry>,
  fileId: string,
): FileList<Entry> =>
  list.map((entry) => (entry.fileId === fileId ? { ...entry, delFlag: 'N' as const } : entry));

/** Is there anything to save? A list equal to the original is no change. */
export const filesChanged = (list: FileList, original: FileList): boolean =>
  list.length !== original.length ||
  list.some((entry, at) => entry.fileId !== original[at]?.fileId || entry.delFlag !== original[at].delFlag);
