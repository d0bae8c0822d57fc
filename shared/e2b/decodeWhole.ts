import { decodeXml } from './decodeXml.ts';
import { encodingOf } from './encodingOf.ts';
import { headOf, r2Root } from './r2/r2Text.ts';

/** The whole text of a short file of E2B, in the encoding that a file of cases would be read in. Throws `UnreadableXml`. */
export async function decodeWhole(bytes: Uint8Array): Promise<string> {
  const { text } = await headOf(bytes);
  const encoding = await encodingOf(bytes, text, r2Root(text) === null ? 'R3' : 'R2');
  let whole = '';
  for await (const piece of decodeXml(bytes, encoding)) whole += piece;
  return whole;
}
