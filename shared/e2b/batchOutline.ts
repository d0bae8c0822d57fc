import { decoderFor } from './decodeXml.ts';
import { batchParser } from './parseBatch.ts';
import { UnreadableXml } from './unreadableXml.ts';
import type { XmlSource } from './e2b.types.ts';
import type { XmlElement } from './xmlTree.ts';

const TAIL = 1 << 16;
const MAX_HEAD_BYTES = 1 << 20;

/**
 * Reads the envelope of a batch from the text before the first and after the last message, because the schema puts
 * receiver and sender at the end. Returns null if that is impossible in advance: a stream that opens only once, or a
 * malformed document, which the actual read then reports with its position.
 */
export async function batchOutline(
  source: XmlSource,
  batchName: string,
  messageName: string,
  encoding: string | null = null,
): Promise<XmlElement | null> {
  if (typeof source !== 'string' && !(source instanceof Uint8Array) && typeof source !== 'function')
    return null;
  // the name is from the schema files
  const name = messageName.replaceAll(/\W/g, String.raw`\$&`);
  const starts = new RegExp(`<(?:[\\w.-]+:)?${name}[\\s>]`);
  const ends = new RegExp(`</(?:[\\w.-]+:)?${name}\\s*>`, 'g');
  try {
    const { head, tail } =
      typeof source === 'string'
        ? { head: withoutComments(source), tail: withoutComments(source.slice(-TAIL)) }
        : await endsOf(source, starts, encoding);
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

/** Comments may name messages. A pattern would try each unfinished comment to the end of the text. */
function withoutComments(text: string): string {
  let [result, from] = ['', 0];
  for (;;) {
    const start = text.indexOf('<!--', from);
    const end = start < 0 ? -1 : text.indexOf('-->', start + 4);
    if (end < 0) return result + text.slice(from);
    result += text.slice(from, start);
    from = end + 3;
  }
}

/** Searches bytes: decoding all of a big file for its two ends would cost more than reading it. */
async function endsOf(
  source: Uint8Array | (() => AsyncIterable<Uint8Array>),
  starts: RegExp,
  encoding: string | null,
): Promise<{ head: string; tail: string }> {
  const chunks = source instanceof Uint8Array ? [source] : source();
  const head = new Uint8Array(
    source instanceof Uint8Array ? Math.min(source.length, MAX_HEAD_BYTES) : MAX_HEAD_BYTES,
  );
  let headLength = 0;
  let last = new Uint8Array(0);
  let decoder = encoding === null ? null : new TextDecoder(encoding);
  let found = '';
  for await (const chunk of chunks) {
    if (!found && headLength < head.length) {
      const part = chunk.subarray(0, head.length - headLength);
      head.set(part, headLength);
      headLength += part.length;
      decoder ??= decoderFor(head.subarray(0, headLength));
      const text = withoutComments(new TextDecoder(decoder.encoding).decode(head.subarray(0, headLength)));
      if (starts.test(text)) found = text;
    }
    last = tailOf(last, chunk);
  }
  const tail = withoutComments(new TextDecoder(decoder?.encoding ?? 'utf-8').decode(last));
  return { head: found, tail };
}

function tailOf(before: Uint8Array, chunk: Uint8Array): Uint8Array<ArrayBuffer> {
  if (chunk.length >= TAIL) return new Uint8Array(chunk.subarray(chunk.length - TAIL));
  const tail = before.subarray(Math.max(0, before.length + chunk.length - TAIL));
  const joined = new Uint8Array(tail.length + chunk.length);
  joined.set(tail);
  joined.set(chunk, tail.length);
  return joined;
}
