/**
 * The anchor file in object storage, shared by processes on several machines: the objects `audit/anchors/00000001.jsonl`
 * and so on have its lines in order. Records are appended to the newest one until it is full.
 */
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ObjectStore } from '../files/objectStore.ts';
import { readAnchorLine, type AnchorFile } from './anchorFile.ts';

const FOLDER = 'audit/anchors';
const NUMBER_DIGITS = 8;
/** An object is written as a whole with each record. */
const MAX_BYTES = 1024 * 1024;

/** One process at a time appends (`inAnchoring`). */
export function anchorObjects(objects: ObjectStore): AnchorFile {
  const textOf = async (key: string): Promise<string> => {
    const content = await objects.read(key);
    if (!content) throw new Error(`the object ${key} of the audit trail was removed`);
    return text(content);
  };
  const newest = async (): Promise<{ key: string; text: string }> => {
    const key = (await keysIn(objects)).at(-1);
    return key === undefined ? { key: keyAfter(null), text: '' } : { key, text: await textOf(key) };
  };
  return {
    path: `${objects.location}${FOLDER}`,
    last: async () => readAnchorLine(linesOf((await newest()).text).at(-1) ?? ''),
    append: async (lines) => {
      const added = lines.map((line) => `${line}\n`).join('');
      const { key, text: before } = await newest();
      const isFull = before !== '' && before.length + added.length > MAX_BYTES;
      await objects.put(
        isFull ? keyAfter(key) : key,
        Readable.from([Buffer.from(isFull ? added : before + added)]),
      );
    },
    lines: async function* () {
      for (const key of await keysIn(objects)) yield* linesOf(await textOf(key));
    },
    linesAfter: async function* (position) {
      const { object = '', offset = 0 } = position ?? {};
      for (const key of await keysIn(objects)) {
        if (key < object) continue;
        for (const [index, text] of linesOf(await textOf(key)).entries())
          if (key > object || index >= offset) yield { text, position: { object: key, offset: index + 1 } };
      }
    },
  };
}

async function keysIn(objects: ObjectStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of objects.list(FOLDER)) keys.push(key);
  return keys;
}

const linesOf = (content: string): string[] => content.split('\n').filter((line) => line !== '');

function keyAfter(key: string | null): string {
  const no = Number(/(\d+)\.jsonl$/.exec(key ?? '')?.[1] ?? 0) + 1;
  return `${FOLDER}/${String(no).padStart(NUMBER_DIGITS, '0')}.jsonl`;
}
