import { UnreadableXml } from './unreadableXml.ts';
import type { XmlSource } from './e2b.types.ts';
import { otherScriptIn } from './otherScript.ts';

const SLICE = 1 << 16;

/** Names of Windows code pages that are not among the labels of the Encoding standard. */
const OTHER_NAMES: Record<string, string> = {
  utf16: 'utf-16',
  ucs2: 'utf-16',
  cp932: 'shift_jis',
  cp936: 'gb18030',
  ms936: 'gb18030',
  cp949: 'euc-kr',
  ms949: 'euc-kr',
  uhc: 'euc-kr',
  cp950: 'big5',
};

/** What programs declare that do not know better: any byte is a letter of it. */
export const WESTERN = 'windows-1252';

/**
 * Decodes a source by byte order mark, XML declaration, or as UTF-8, and yields its text in pieces. `encoding`: instead of
 * what the source says.
 */
export async function* decodeXml(
  source: XmlSource,
  encoding: string | null = null,
): AsyncGenerator<string, void, void> {
  if (typeof source === 'string') yield* slices(source.replace(/^\uFEFF/, ''));
  else
    yield* decodeBytes(
      source instanceof Uint8Array ? single(source) : typeof source === 'function' ? source() : source,
      encoding,
    );
}

/** Whether the bytes are text of the decoder, which has to be fatal. `stream`: more of them follow. */
export function canDecode(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): boolean {
  try {
    decoder.decode(bytes, { stream });
    return true;
  } catch {
    return false;
  }
}

// small pieces keep the parser's own buffers small
function* slices(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += SLICE) yield text.slice(at, at + SLICE);
}

async function* single(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}

async function* decodeBytes(
  chunks: AsyncIterable<Uint8Array>,
  encoding: string | null,
): AsyncGenerator<string> {
  let decoder = encoding === null ? null : decoderNamed(encoding);
  let head = new Uint8Array(0);
  let lines = 0;
  const decode = (by: TextDecoder, bytes: Uint8Array, stream: boolean): string => {
    const text = decodeOrRefuse(by, bytes, { stream, lines });
    lines += newlinesIn(text);
    return text;
  };
  for await (const chunk of chunks) {
    if (decoder) yield decode(decoder, chunk, true);
    else {
      head = joined(head, chunk);
      if (head.length < 256 && !endsDeclaration(head)) continue;
      decoder = decoderFor(head);
      yield decode(decoder, head, true);
    }
  }
  yield decoder ? decode(decoder, new Uint8Array(0), false) : decode(decoderFor(head), head, false);
}

const endsDeclaration = (head: Uint8Array): boolean => ascii(head).includes('>');

/** Copies both: a chunk is valid until the next one is requested. */
export function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** `lines`: those before the bytes */
function decodeOrRefuse(
  decoder: TextDecoder,
  bytes: Uint8Array,
  { stream, lines }: { stream: boolean; lines: number },
): string {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    const text = new TextDecoder(decoder.encoding).decode(bytes);
    const before = text.slice(0, Math.max(0, text.indexOf('\ufffd')));
    const probable = otherScriptIn(bytes);
    throw new UnreadableXml(
      `a character that is none of ${decoder.encoding}${probable ? ` (the letters are probably ${probable})` : ''}; save the file in this encoding, or have it declare the one that it has (<?xml version="1.0" encoding="…"?>)`,
      { line: lines + newlinesIn(before) + 1, column: before.length - before.lastIndexOf('\n') },
    );
  }
}

function newlinesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

const ascii = (bytes: Uint8Array): string =>
  String.fromCharCode(...bytes.subarray(0, 256)).replaceAll('\0', '');

/**
 * The encoding from the byte order mark, otherwise from the declaration, otherwise UTF-8. The decoder removes the
 * mark. Throws `UnreadableXml` for an encoding that is not read.
 */
export function decoderFor(head: Uint8Array): TextDecoder {
  const [a, b, c, d] = head;
  if (startsAsUtf32([a, b, c, d]) || startsAsUtf32([d, c, b, a]))
    throw new UnreadableXml('the file is UTF-32; save it as UTF-8, and have it declare that', {
      line: 1,
      column: 1,
    });
  if (a === 0xef && b === 0xbb && c === 0xbf) return new TextDecoder('utf-8', { fatal: true });
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le', { fatal: true });
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be', { fatal: true });
  if (a === 0x3c && b === 0 && c !== 0 && d === 0) return new TextDecoder('utf-16le', { fatal: true });
  if (a === 0 && b === 0x3c) return new TextDecoder('utf-16be', { fatal: true });
  const decoder = decoderNamed(declaredIn(ascii(head)) ?? 'utf-8');
  // a declaration readable as single bytes is not UTF-16, whatever it states
  return decoder.encoding.startsWith('utf-16') ? new TextDecoder('utf-8', { fatal: true }) : decoder;
}

/** A mark or `<` in four bytes, the lowest first. */
const startsAsUtf32 = ([a, b, c, d]: readonly (number | undefined)[]): boolean =>
  c === 0 && d === 0 && ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0));

/** The encoding that the XML declaration at the beginning of a text names; lines that begin with no markup may precede it. */
export const declaredIn = (head: string): string | undefined =>
  /^(?:(?!<)[^\n]*\n)*[^<\n]*<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(head)?.[1];

/** Programs of Java write `ISO8859_1` and `EUC_KR`. Throws `UnreadableXml` for a name that nobody knows. */
export function decoderNamed(label: string): TextDecoder {
  for (const name of [OTHER_NAMES[label.toLowerCase()] ?? label, label.replaceAll('_', '-')])
    try {
      return new TextDecoder(name, { fatal: true });
    } catch {
      // the next spelling
    }
  throw new UnreadableXml(
    `the encoding "${label}" is not known; save the file as UTF-8, and have it declare that`,
    { line: 1, column: 1 },
  );
}
