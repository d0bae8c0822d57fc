import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { folderStore } from '../files/folderStore.ts';
import { anchorFileIn, anchorLine, NO_ANCHOR, type AnchorFile, type AnchorHead } from './anchorFile.ts';
import { findAnchored } from './anchorIndex.ts';
import { anchorObjects } from './anchorObjects.ts';
import { auditKeyOf, auditKeysOf } from './auditKeys.ts';
import { caseChain } from './auditEntry.ts';

const keys = auditKeysOf(['a secret']);
const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'casewright-anchors-'));
  folders.push(folder);
  return folder;
};
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

const line = (no: number, heads: AnchorHead[], key = keys.current): string =>
  anchorLine(key, { no, at: '2026-01-01T00:00:00.000Z', kind: 'heads', heads, previous: NO_ANCHOR }).line;
const head = (saveNo: number, caseKey = 7): AnchorHead => [`1/case/${caseKey}`, saveNo, `hash ${saveNo}`];

/** Counts the lines that are read. */
function counted(file: AnchorFile): { file: AnchorFile; read: () => number } {
  let count = 0;
  return {
    read: () => count,
    file: {
      ...file,
      linesAfter: async function* (position) {
        for await (const placed of file.linesAfter(position)) {
          count += 1;
          yield placed;
        }
      },
    },
  };
}

describe.each([
  ['a file', () => anchorFileIn(newFolder())],
  ['objects', () => anchorObjects(folderStore(newFolder()))],
])('the newest anchor of a chain in %s', (_, open) => {
  it('is found, and no line is read twice', async () => {
    const { file, read } = counted(open());
    expect(await findAnchored(file, keys, caseChain(1, 7))).toBeNull();
    await file.append([line(1, [head(1), head(5, 8)]), line(2, [head(2)])]);
    expect(await findAnchored(file, keys, caseChain(1, 7))).toEqual({ saveNo: 2, hash: 'hash 2' });
    await file.append([line(3, [head(3)])]);
    const found = await Promise.all([7, 8, 9].map((key) => findAnchored(file, keys, caseChain(1, key))));
    expect(found).toEqual([{ saveNo: 3, hash: 'hash 3' }, { saveNo: 5, hash: 'hash 5' }, null]);
    expect(read()).toBe(3);
  });

  it('is not one that was made under another key', async () => {
    const file = open();
    const other = { ...auditKeyOf('another secret'), id: keys.current.id };
    await file.append([line(1, [head(1)]), line(2, [head(9)], other)]);
    expect(await findAnchored(file, keys, caseChain(1, 7))).toEqual({ saveNo: 1, hash: 'hash 1' });
  });
});

it('waits for the rest of a line that is being written', async () => {
  const file = anchorFileIn(newFolder());
  await file.append([line(1, [head(1)])]);
  const next = line(2, [head(2)]);
  appendFileSync(file.path, next.slice(0, 40));
  expect(await findAnchored(file, keys, caseChain(1, 7))).toEqual({ saveNo: 1, hash: 'hash 1' });
  appendFileSync(file.path, `${next.slice(40)}\n`);
  expect(await findAnchored(file, keys, caseChain(1, 7))).toEqual({ saveNo: 2, hash: 'hash 2' });
});
