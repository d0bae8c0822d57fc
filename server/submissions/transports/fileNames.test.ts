import { expect, it } from 'vitest';
import { isWhole } from './fileNames.ts';

const TEXT = '<?xml version="1.0"?>\n<ack><part>1</part></ack>\n';
const marked = `\uFEFF${TEXT}`;

it.each<[encoding: string, Uint8Array]>([
  ['utf-8', Buffer.from(TEXT)],
  ['utf-8', Buffer.from(marked)],
  ['utf-16le', Buffer.from(marked, 'utf16le')],
  ['utf-16be', Buffer.from(marked, 'utf16le').swap16()],
])(
  'an answer in %s that was just written is whole with its last tag, and no part of it is',
  (encoding, all) => {
    const now = new Date();
    const isWholeWith = (bytes: Uint8Array) => isWhole({ kind: 'answer', bytes }, now.getTime(), now);
    expect(isWholeWith(all)).toBe(true);
    const whole = Array.from(all, (_, length) => all.subarray(0, length)).filter(isWholeWith);
    const texts = whole.map((bytes) => new TextDecoder(encoding, { fatal: true }).decode(bytes));
    expect(texts.filter((text) => text.trim() !== TEXT.trim())).toEqual([]);
  },
);
