/** Attachments: base64 text, optionally deflated, and their files. */
import type { ItemProperties } from '../case/itemValue.ts';
import type { AttachedFile, ByteTools, LongText, ReadPorts, WritePorts } from './e2b.types.ts';
import { base64Decoder } from './base64.ts';
import { trimmed } from './xmlTree.ts';
import type { XmlElement } from './xmlTree.ts';

export interface Attachment {
  /** of a long text: as long as the message is read */
  content: Uint8Array | LongText;
  /** size and compression of a long text are known when it was stored */
  properties: ItemProperties;
  /** base64 from which something is missing; of a long text known when it was stored */
  isDamaged: boolean;
}

/** An attachment in the file store. */
export interface StoredAttachment {
  properties: ItemProperties & { fileKey: string };
  isDamaged: boolean;
}

/** The only compression that messages may have; an attachment that came in another one goes out in it. */
const DEFLATE = 'DF';

/** The element that holds the name of the file, and nothing else. */
export const fileNameElement = ({ children }: XmlElement): XmlElement | undefined => {
  const reference = children.find(({ name }) => name === 'reference');
  const isName =
    reference && !reference.hasText && Object.keys(reference.attributes).every((name) => name === 'value');
  return isName && reference.children.length === 0 ? reference : undefined;
};

/** Shorter texts without a blank are words, longer ones than that are none. */
const MIN_CODED = 40;
const MAX_WORDS = 1 << 20;

/** Of a text that says neither what it is nor how it is written: without both, the schema has it be plain. */
function looksLikeWords(element: XmlElement): boolean {
  if (element.length > MAX_WORDS) return false;
  const lines = trimmed(element.text).split('\n').map(trimmed);
  const bare = lines.join('');
  return bare.length < MIN_CODED || !/^[\w+/-]+={0,2}$/.test(bare);
}

/** Damaged base64 is read as far as it goes; data that cannot be decompressed stays compressed. */
export function readAttachment(element: XmlElement, tools: ByteTools): Attachment {
  const { mediaType, representation, compression } = element.attributes;
  const fileName = fileNameElement(element)?.attributes['value'];
  const properties: ItemProperties = {};
  if (fileName) properties.fileName = fileName;
  if (mediaType) properties.mediaType = mediaType;
  const done = (bytes: Uint8Array, isDamaged = false): Attachment => ({
    content: bytes,
    properties: { ...properties, size: bytes.length },
    isDamaged,
  });

  const isCoded =
    representation === 'B64' || (representation === undefined && mediaType?.startsWith('text/') !== true);
  const isOpen = representation === undefined && mediaType === undefined;
  const isWords = !isCoded || (isOpen && looksLikeWords(element));
  if (element.longText && !isWords)
    return {
      content: element.longText,
      properties: { ...properties, ...(compression && { compression: DEFLATE }) },
      isDamaged: false,
    };
  const text = trimmed(element.text);
  if (isWords) return done(new TextEncoder().encode(text));
  const { bytes, inflated, isDamaged } = decoded(text, compression, tools);
  if (inflated) properties.compression = DEFLATE;
  return done(inflated ?? bytes, isDamaged);
}

function decoded(text: string, compression: string | undefined, tools: ByteTools) {
  const decoder = base64Decoder(tools);
  const bytes = concatenated([...decoder.write(text), ...decoder.end()]);
  const inflated = compression ? tryInflate(bytes, tools) : null;
  return { bytes, inflated, isDamaged: decoder.isDamaged() };
}

const CONTROL = /[\u0000-\u0008\u000e-\u001f]/;

/** The words of an item that come as an attachment does: in base64, maybe compressed; null for any others. */
export function codedWords(element: XmlElement, tools: ByteTools): string | null {
  const { representation, compression } = element.attributes;
  if (representation !== 'B64' || element.children.length > 0) return null;
  const { bytes, inflated, isDamaged } = decoded(trimmed(element.text), compression, tools);
  if (isDamaged || (compression && !inflated)) return null;
  const words = textIn(inflated ?? bytes);
  return words === null || words === '' || CONTROL.test(words) ? null : words;
}

/** Null: the bytes are no text in UTF-8. */
function textIn(bytes: Uint8Array): string | null {
  try {
    return trimmed(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

function concatenated(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Stores the file of an attachment. */
export async function storeAttachment(
  { content, properties, isDamaged }: Attachment,
  files: ReadPorts['files'],
): Promise<StoredAttachment> {
  if (content instanceof Uint8Array)
    return { properties: { fileKey: await files.put(content), ...properties }, isDamaged };
  const { compression, ...others } = properties;
  const stored = await content.store({ compressed: compression !== undefined });
  const { fileKey, size, inflated } = stored;
  return {
    properties: { fileKey, ...others, size, ...(inflated && { compression }) },
    isDamaged: stored.damaged,
  };
}

// keeps data that cannot be inflated: an import never fails on one value
function tryInflate(bytes: Uint8Array, tools: ByteTools): Uint8Array | null {
  try {
    return tools.inflate(bytes);
  } catch {
    return null;
  }
}

/** Base64 codes three bytes at a time. */
const CODED_TOGETHER = 3;

/** The content of a file as a message has it, piece by piece. */
export async function* attachmentText(
  { fileKey, isCompressed }: AttachedFile,
  { files, bytes: tools }: Pick<WritePorts, 'files' | 'bytes'>,
): AsyncGenerator<string> {
  let rest = new Uint8Array();
  const file = files.read(fileKey);
  for await (const piece of isCompressed ? tools.deflate(file) : file) {
    const bytes = rest.length === 0 ? piece : concatenated([rest, piece]);
    const whole = bytes.length - (bytes.length % CODED_TOGETHER);
    if (whole > 0) yield tools.toBase64(bytes.subarray(0, whole));
    rest = bytes.slice(whole);
  }
  if (rest.length > 0) yield tools.toBase64(rest);
}
