/** Proofs of transport as text: MDN of AS2 (RFC 4130), and the receipt of a centre (FDA: ACK2), one `Name: value` a line. */

export interface Receipt {
  /** what the gateway calls the batch (FDA); null: it does not name it */
  coreId: string | null;
  /** why the gateway could not take the file; null: it does not refuse it */
  refusal: string | null;
  /** false: neither that the gateway has the file nor that it refuses it */
  isClear: boolean;
}

/**
 * The lines of the first field of this name: a long one is folded into lines that begin with white space (RFC 5322 2.2.3).
 * In time proportional to the text: white space is trimmed afterwards.
 */
const linesOf = (text: string, name: string): string[] | null =>
  new RegExp(String.raw`^[ \t]*${name}[ \t]*:([^\n]*(?:\n[ \t][^\n]*)*)`, 'im')
    .exec(text)?.[1]
    ?.split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '') ?? null;

/** What RFC 8098 and RFC 4130 call a message that was taken, and one that was not; anything else proves nothing. */
const TAKEN = /^processed(?:\s*\/\s*warning\b|$|\s+[^\s/])/i;
const REFUSED = /^processed\s*\/\s*(error|failure)\b|^failed\b/i;

/** An acknowledgement, whose comments may have lines like those of a receipt, also behind the lines of a mail that wants one. */
const MARKUP = /^[\s\uFEFF]*<|<(?:!doctype\s+)?(?:[\w.-]+:)?(?:ichicsrack|MCCI_IN200101UV01)[\s>[]/i;

/** Null: the text is no receipt. */
export function readReceipt(text: string): Receipt | null {
  if (MARKUP.test(text)) return null;
  const field = linesOf(text, 'Disposition');
  const coreId = linesOf(text, 'Core ?Id')?.[0] ?? null;
  if (field === null && /disposition-notification/i.test(text))
    return { coreId, refusal: null, isClear: false };
  if (field === null) return coreId === null ? null : { coreId, refusal: null, isClear: true };
  // `automatic-action/MDN-sent-automatically; processed/error: decryption-failed`
  const value = field.join(' ');
  const disposition = value.slice(value.indexOf(';') + 1).trim();
  const isRefused = REFUSED.test(disposition);
  return { coreId, refusal: isRefused ? disposition : null, isClear: isRefused || TAKEN.test(disposition) };
}

/** Whether the text, which may go on, has a clear disposition that ends with its line. */
export function hasDisposition(text: string): boolean {
  const lines = text.slice(0, text.lastIndexOf('\n') + 1);
  return linesOf(lines, 'Disposition') !== null && readReceipt(lines)?.isClear === true;
}
