/** Texts of acknowledgements, in either form. */
import { possibleText } from '../e2b/outElement.ts';

/** Characters of a text; both forms end there. */
const MAX_TEXT = 250;

/** The text, cut where its field ends. */
export const cutText = (text: string): string =>
  text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 3)}...` : text;

/** Without the characters that XML cannot represent, such as the line breaks of word processors. */
export const escapeXml = (text: string): string =>
  possibleText(text).replace(/[&<>"\n]/g, (character) => `&#${character.charCodeAt(0)};`);
