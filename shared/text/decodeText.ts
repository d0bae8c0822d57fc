/** Decodes a text that a user or another system sends, such as a table: it states no encoding, but may begin with a mark. */
import { decoderFor } from '../e2b/decodeXml.ts';

/** `line`: the first that is not in the encoding, from 1 */
export type DecodedText = { text: string } | { encoding: string; line: number };

/**
 * UTF-16 by its byte order mark, as spreadsheets write it, otherwise UTF-8: other encodings cannot be distinguished, and a
 * wrong one gives wrong words.
 */
export function decodeText(content: Uint8Array): DecodedText {
  const { encoding } = decoderFor(content.subarray(0, 2));
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(content) };
  } catch {
    const [before = ''] = new TextDecoder(encoding).decode(content).split('\uFFFD', 1);
    return { encoding: encoding.toUpperCase(), line: before.split('\n').length };
  }
}
