import { declaredIn, decodeXml } from './decodeXml.ts';
import { encodingOf } from './encodingOf.ts';
import { headOf, r2Root } from './r2/r2Text.ts';

/** The whole text of a short file of E2B, in the encoding that a file of cases would be read in. Throws `UnreadableXml`. */
export async function decodeWhole(bytes: Uint8Array): Promise<string> {
  const { text } = await headOf(bytes);
  const guessed = await encodingOf(bytes, text, r2Root(text) === null ? 'R3' : 'R2');
  // the decoder looks for a declaration at the beginning alone, not behind the lines of a mail
  const encoding = guessed ?? (text.trimStart().startsWith('<') ? null : (declaredIn(text) ?? null));
  let whole = '';
  for await (const piece of decodeXml(bytes, encoding)) whole += piece;
  return whole;
}
