/** A list of files before it is saved, and its rules (specification sections 3 and 4). Pure; shared by every form. */

export interface FileEntry {
  fileId: string;
  fileName: string;
  /** Y: removed at the next save, and shown as deleted until then */
  delFlag: 'N' | 'Y';
  /** added since the list was read */
  appended: boolean;
}

export type FileList<Entry extends FileEntry = FileEntry> = readonly Entry[];

/** A list and the dropped entries, oldest first. */
export interface FilesAdded<Entry extends FileEntry> {
  list: FileList<Entry>;
  dropped: readonly Entry[];
}

const isPresent = ({ delFlag }: FileEntry): boolean => delFlag === 'N';

/** Adds files, marked as appended. Beyond the limit, the oldest are removed; null: no limit. */
export function addFiles<Entry extends FileEntry>(
  list: FileList<Entry>,
  files: FileList<Entry>,
  limit: number | null,
): FilesAdded<Entry> {
  const all = [...list, ...files.map((file) => ({ ...file, delFlag: 'N' as const, appended: true }))];
  const present = all.filter(isPresent);
  const dropped = limit === null ? [] : present.slice(0, Math.max(0, present.length - limit));
  return {
    list: dropped.reduce<FileList<Entry>>((left, { fileId }) => removeFile(left, fileId), all),
    dropped,
  };
}

/** Removes an appended file; marks an existing one as deleted. */
export const removeFile = <Entry extends FileEntry>(list: FileList<Entry>, fileId: string): FileList<Entry> =>
  list.flatMap((entry) => {
    if (entry.fileId !== fileId) return [entry];
    return entry.appended ? [] : [{ ...entry, delFlag: 'Y' as const }];
  });

/** Restores a deleted file. */
export const restoreFile = <Entry extends FileEntry>(
  list: FileList<Entry>,
  fileId: string,
): FileList<Entry> =>
  list.map((entry) => (entry.fileId === fileId ? { ...entry, delFlag: 'N' as const } : entry));

/** Whether there is anything to save. A list equal to the original is unchanged. */
export const filesChanged = (list: FileList, original: FileList): boolean =>
  list.length !== original.length ||
  list.some((entry, at) => entry.fileId !== original[at]?.fileId || entry.delFlag !== original[at].delFlag);
