import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addFiles,
  filesChanged,
  removeFile,
  restoreFile,
  type FileEntry,
  type FileList,
} from './fileList.ts';

const stored = (fileId: string): FileEntry => ({
  fileId,
  fileName: `${fileId}.pdf`,
  delFlag: 'N',
  appended: false,
});
const aList = fc
  .uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 8 })
  .map((ids) => ids.map(stored));
/** files missing in the list */
const newFiles = fc
  .integer({ min: 0, max: 8 })
  .map((count) => Array.from({ length: count }, (_, at) => stored(`new file ${at}`)));
const aLimit = fc.option(fc.integer({ min: 0, max: 8 }));
const present = (list: FileList) => list.filter(({ delFlag }) => delFlag === 'N');

describe('a list of files', () => {
  it('marks added files, and does not change existing ones', () => {
    fc.assert(
      fc.property(aList, newFiles, (list, files) => {
        const added = addFiles(list, files, null);
        expect(added.dropped).toEqual([]);
        expect(added.list.slice(0, list.length)).toEqual(list);
        expect(
          added.list.slice(list.length).every(({ appended, delFlag }) => appended && delFlag === 'N'),
        ).toBe(true);
      }),
    );
  });

  it('never exceeds its limit, drops the oldest, and names them', () => {
    fc.assert(
      fc.property(aList, newFiles, aLimit, (list, files, limit) => {
        const added = addFiles(list, files, limit);
        const before = [...list, ...files].map(({ fileId }) => fileId);
        const left = present(added.list).map(({ fileId }) => fileId);
        expect([...added.dropped.map(({ fileId }) => fileId), ...left]).toEqual(before);
        expect(left.length).toBe(Math.min(before.length, limit ?? Infinity));
      }),
    );
  });

  it('removes an appended file, and marks an existing one as deleted', () => {
    fc.assert(
      fc.property(aList, newFiles, fc.nat(), (list, files, at) => {
        const { list: all } = addFiles(list, files, null);
        const entry = all[at % Math.max(1, all.length)];
        fc.pre(entry !== undefined);
        const left = removeFile(all, entry?.fileId ?? '').find(({ fileId }) => fileId === entry?.fileId);
        expect(left).toEqual(entry?.appended ? undefined : { ...entry, delFlag: 'Y' });
      }),
    );
  });

  it('is unchanged when all actions are undone', () => {
    fc.assert(
      fc.property(aList, newFiles, aLimit, (list, files, limit) => {
        const ids = (some: FileList) => some.map(({ fileId }) => fileId);
        const added = addFiles(list, files, limit).list;
        const removed = ids(files).reduce<FileList>(removeFile, added);
        const restored = ids(list).reduce<FileList>(restoreFile, removed);
        expect(restored).toEqual(list);
        expect(filesChanged(restored, list)).toBe(false);
      }),
    );
  });

  it('is changed by an added, removed or deleted file', () => {
    const list = [stored('a'), stored('b')];
    expect(filesChanged(addFiles(list, [stored('c')], null).list, list)).toBe(true);
    expect(filesChanged(removeFile(list, 'a'), list)).toBe(true);
    expect(filesChanged(list.slice(1), list)).toBe(true);
  });
});
