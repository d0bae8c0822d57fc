/** Which encoding a file is in whose declaration is wrong, or missing (decision 0355). */
import { canDecode, declaredIn, decoderNamed, WESTERN } from './decodeXml.ts';
import type { XmlSource } from './e2b.types.ts';
import { eastAsianIn } from './eastAsian.ts';
import { otherScriptIn } from './otherScript.ts';
import { UnreadableXml } from './unreadableXml.ts';

/** Bytes of a piece whose letters are looked at. */
const SAMPLE = 1 << 16;
/** With less, a word of an encoding of several bytes may be UTF-8 by chance. */
const MIN_EVIDENCE = 3;

/**
 * What a source is read as in place of what it declares; null: it is believed. One of E2B(R3) without a declaration is UTF-8, as XML
 * demands, one of E2B(R2) only if all of it is, else what its bytes look like; UTF-8 that is declared as another encoding is not believed, nor a text of East Asia that is declared as Western.
 * Throws `UnreadableXml` for Cyrillic or Greek: one of several encodings could be read as another without anybody noticing.
 */
export async function encodingOf(source: XmlSource, head: string, form: 'R2' | 'R3'): Promise<string | null> {
  const declared = declaredIn(head);
  if (declared === undefined && form === 'R3') return null;
  if (typeof source === 'string' || (declared !== undefined && !isOfBytes(declared))) return null;
  if (!(source instanceof Uint8Array) && typeof source !== 'function') return null;
  const pieces = source instanceof Uint8Array ? [source] : source();
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const sample: Uint8Array[] = [];
  const needed = declared === undefined || isOfSingleBytes(declared) ? 1 : MIN_EVIDENCE;
  let isUtf8 = true;
  let evidence = 0;
  let isFirst = true;
  for await (const piece of pieces) {
    if (isFirst && hasMark(piece)) return null;
    isFirst = false;
    if (evidence < needed) evidence += evidenceIn(piece);
    if (isUtf8) isUtf8 = canDecode(utf8, piece, true);
    if (sample.length < 64) sample.push(new Uint8Array(piece.subarray(0, SAMPLE)));
  }
  if (isUtf8 && canDecode(utf8, new Uint8Array(0), false))
    return declared === undefined || evidence < needed ? null : 'utf-8';
  // in the other encodings of single bytes the letters are what they look like
  if (declared !== undefined && !isWestern(declared)) return null;
  refuseOtherScript(sample, declared);
  const looksLike = sample.map(eastAsianIn).find((encoding) => encoding !== null);
  return looksLike ?? (declared === undefined ? WESTERN : null);
}

/** What the letters of UTF-8 in the bytes prove, if all of them are UTF-8: one of three bytes is seldom anything else. */
function evidenceIn(bytes: Uint8Array): number {
  let evidence = 0;
  for (const byte of bytes) if (byte >= 0xc2) evidence += byte < 0xe0 ? 1 : 2;
  return evidence;
}

function refuseOtherScript(sample: readonly Uint8Array[], declared: string | undefined): void {
  const script = sample.map(otherScriptIn).find((one) => one !== null);
  if (!script) return;
  const declaration = declared === undefined ? 'names no encoding' : `declares ${declared}`;
  const encoding = script.split(' ').at(-1);
  throw new UnreadableXml(
    `the file ${declaration}, and its letters are probably ${script}; save it as UTF-8, or have it declare the encoding that it has (<?xml version="1.0" encoding="${encoding}"?>)`,
    { line: 1, column: 1 },
  );
}

const isWestern = (label: string): boolean => decoderNamed(label).encoding === WESTERN;

/** Not UTF-8 itself, nor UTF-16, which states it by its zero bytes; a name that nobody knows is refused where it is decoded. */
function isOfBytes(label: string): boolean {
  try {
    return !decoderNamed(label).encoding.startsWith('utf-');
  } catch {
    return false;
  }
}

const UPPER_HALF = Array.from({ length: 0x80 }, (_, at) => Uint8Array.of(0x80 + at));

/** Whether most bytes are letters of their own, so that hardly any text is wrong in it; of Shift_JIS, half of them are. */
function isOfSingleBytes(label: string): boolean {
  const decoder = decoderNamed(label);
  return UPPER_HALF.filter((byte) => canDecode(decoder, byte, false)).length > UPPER_HALF.length / 2;
}

const hasMark = ([a, b, c]: Uint8Array): boolean =>
  (a === 0xef && b === 0xbb && c === 0xbf) || (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
