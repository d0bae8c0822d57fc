import { decodeXml } from './decodeXml.ts';
import { batchParser } from './parseBatch.ts';
import { UnreadableXml } from './unreadableXml.ts';
import type { XmlSource } from './e2b.types.ts';
import type { XmlElement } from './xmlTree.ts';

const TAIL = 1 << 16;
const LONGEST_HEAD = 1 << 20;

/**
 * The batch without its messages, put together from what stands before the first and behind the last of them, because
 * the schema wants receiver and sender at the end. Null where that cannot be had in advance: a stream that opens once,
 * or a document that is not in order, which the real reading then says with its place.
 */
export async function batchOutline(
  source: XmlSource,
  batchName: string,
  messageName: string,
): Promise<XmlElement | null> {
  if (typeof source !== 'string' && !(source instanceof Uint8Array) && typeof source !== 'function') return null;
  const starts = new RegExp(`<(?:[\\w.-]+:)?${messageName}[\\s>]`);
  const ends = new RegExp(`</(?:[\\w.-]+:)?${messageName}\\s*>`, 'g');
  try {
    const { head, tail } = typeof source === 'string' ? { head: source, tail: source.slice(-TAIL) } : await endsOf(source, starts);
    const first = starts.exec(head)?.index ?? -1;
    const last = [...tail.matchAll(ends)].at(-1);
    if (first < 0 || !last) return null;
    const parser = batchParser(batchName, messageName);
    parser.write(head.slice(0, first).replace(/^\uFEFF/, '') + tail.slice(last.index + last[0].length));
    parser.end();
    return parser.root();
  } catch (error) {
    if (error instanceof UnreadableXml) return null;
    throw error;
  }
}

async function endsOf(source: XmlSource, starts: RegExp): Promise<{ head: string; tail: string }> {
  let head = '';
  let tail = '';
  let found = false;
  for await (const piece of decodeXml(source)) {
    if (!found && head.length < LONGEST_HEAD) {
      head += piece;
      found = starts.test(head);
    }
    tail = (tail + piece).slice(-TAIL);
  }
  return { head, tail };
}
