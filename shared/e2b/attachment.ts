/** Attachments: base64 text, optionally deflated, and their files. */
import type { ItemProperties } from '../case/itemValue.ts';
import type { AttachedFile, ByteTools, LongText, ReadPorts, WritePorts } from './e2b.types.ts';
import { trimmed } from './xmlTree.ts';
import type { XmlElement } from './xmlTree.ts';

export interface Attachment {
  /** of a long text: as long as the message is read */
  content: Uint8Array | LongText;
  /** size and compression of a long text are known when it was stored */
  properties: ItemProperties;
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

/** Characters outside base64 are ignored, as decoders do; data that cannot be decompressed stays compressed. */
export function readAttachment(element: XmlElement, tools: ByteTools): Attachment {
  const { mediaType, representation, compression } = element.attributes;
  const fileName = fileNameElement(element)?.attributes['value'];
  const properties: ItemProperties = {};
  if (fileName) properties.fileName = fileName;
  if (mediaType) properties.mediaType = mediaType;
  const done = (bytes: Uint8Array): Attachment => ({
    content: bytes,
    properties: { ...properties, size: bytes.length },
  });

  const isCoded =
    representation === 'B64' || (representation === undefined && mediaType?.startsWith('text/') !== true);
  const isOpen = representation === undefined && mediaType === undefined;
  const isWords = !isCoded || (isOpen && looksLikeWords(element));
  if (element.longText && !isWords)
    return {
      content: element.longText,
      properties: { ...properties, ...(compression && { compression: DEFLATE }) },
    };
  const text = trimmed(element.text);
  if (isWords) return done(new TextEncoder().encode(text));
  const bytes = tools.fromBase64(text);
  if (!compression) return done(bytes);
  const inflated = tryInflate(bytes, tools);
  if (!inflated) return done(bytes);
  properties.compression = DEFLATE;
  return done(inflated);
}

/** Stores the file of an attachment. Returns its key and properties. */
export async function storeAttachment(
  { content, properties }: Attachment,
  files: ReadPorts['files'],
): Promise<ItemProperties & { fileKey: string }> {
  if (content instanceof Uint8Array) return { fileKey: await files.put(content), ...properties };
  const { compression, ...others } = properties;
  const { fileKey, size, inflated } = await content.store({ compressed: compression !== undefined });
  return { fileKey, ...others, size, ...(inflated && { compression }) };
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
    const bytes = joined(rest, piece);
    const whole = bytes.length - (bytes.length % CODED_TOGETHER);
    if (whole > 0) yield tools.toBase64(bytes.subarray(0, whole));
    rest = bytes.slice(whole);
  }
  if (rest.length > 0) yield tools.toBase64(rest);
}

function joined(rest: Uint8Array, piece: Uint8Array): Uint8Array {
  if (rest.length === 0) return piece;
  const bytes = new Uint8Array(rest.length + piece.length);
  bytes.set(rest);
  bytes.set(piece, rest.length);
  return bytes;
}
