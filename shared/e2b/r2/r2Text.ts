/** What kind of file it is, and its text: E2B(R2) comes in XML or SGML, with lines of a mail around it, in any encoding. */
import { SaxesParser } from 'saxes';
import { declaredIn, decodeXml, decoderFor, joined } from '../decodeXml.ts';
import type { XmlSource } from '../e2b.types.ts';
import { ENTITIES } from './entities.ts';

/** Where a message starts is looked for here. */
const HEAD = 1 << 16;
const START = /<(?:!doctype\s+)?(ichicsrack|ichicsr)[\s>[]/i;

export interface HeadOfFile {
  text: string;
  /** its bytes as characters, whatever their encoding is; null of a stream, which may have begun with few */
  raw: string | null;
  /** the same source, from its beginning */
  source: XmlSource;
}

/** Reads the beginning of a source, which can then be read as before. */
export async function headOf(source: XmlSource): Promise<HeadOfFile> {
  if (typeof source === 'string') return { text: source.slice(0, HEAD), raw: source.slice(0, HEAD), source };
  if (source instanceof Uint8Array) return { ...headTexts(source), source };
  if (typeof source === 'function') return { ...headTexts(await beginningOf(source())), source };
  const iterator = source[Symbol.asyncIterator]();
  const first = await iterator.next();
  const head = first.done ? new Uint8Array(0) : new Uint8Array(first.value);
  const rest = async function* (): AsyncGenerator<Uint8Array> {
    yield head;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  };
  return { text: headTexts(head).text, raw: null, source: rest() };
}

/** Bytes that tell what kind of file it is. */
const BEGINNING = 4096;

/** The first pieces of a file, until they are enough. */
async function beginningOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  let head = new Uint8Array(0);
  for await (const chunk of chunks) {
    head = joined(head, chunk.subarray(0, HEAD));
    if (head.length >= BEGINNING) break;
  }
  return head;
}

function headTexts(chunk: Uint8Array): { text: string; raw: string } {
  const bytes = chunk.subarray(0, HEAD);
  return { text: headText(bytes), raw: new TextDecoder('latin1').decode(bytes) };
}

function headText(bytes: Uint8Array): string {
  try {
    return new TextDecoder(decoderFor(bytes).encoding).decode(bytes);
  } catch {
    return '';
  }
}

/** The name of the root that a file of R2 begins with; null for any other file. */
export const r2Root = (head: string): string | null =>
  START.exec(withoutComments(head))?.[1]?.toLowerCase() ?? null;

/**
 * The place where the message begins, and the lines of a mail or of EDI that precede it. `isXml`: it says so. `declared`:
 * an encoding that is named behind such lines.
 */
export function startOf(head: string): {
  offset: number;
  isXml: boolean;
  lines: string;
  declared: string | null;
} {
  const text = withoutComments(head);
  const declaration = text.indexOf('<?xml');
  const start = START.exec(text)?.index ?? 0;
  const isXml = declaration >= 0 && declaration <= start;
  const offset = isXml ? declaration : start;
  const lines = text.slice(0, offset).trim();
  return { offset, isXml, lines, declared: (lines !== '' && declaredIn(text.slice(offset))) || null };
}

/** With blanks in their place. */
const withoutComments = (head: string): string =>
  head.replaceAll(/<!--[\s\S]*?-->/g, (comment) => comment.replaceAll(/./g, ' '));

/** The text of the message, without what precedes it. */
export async function* messageText(
  source: XmlSource,
  encoding: string | null,
  offset: number,
): AsyncGenerator<string> {
  let skipped = 0;
  for await (const piece of decodeXml(source, encoding)) {
    const rest = skipped < offset ? piece.slice(offset - skipped) : piece;
    skipped += piece.length;
    if (rest !== '') yield rest;
  }
}

/** Whether a message that does not call itself XML is XML all the same: then no end tag may be left out. */
export async function isWellFormed(
  source: XmlSource,
  encoding: string | null,
  offset: number,
): Promise<boolean> {
  if (typeof source === 'object' && !(source instanceof Uint8Array)) return false;
  const parser = new SaxesParser({ position: false });
  Object.assign(parser.ENTITIES, ENTITIES);
  let isWrong = false;
  parser.on('error', () => {
    isWrong = true;
  });
  for await (const piece of messageText(source, encoding, offset)) {
    parser.write(piece);
    if (isWrong) return false;
  }
  parser.close();
  return !isWrong;
}
