/** Proofs of transport as text: MDN of AS2 (RFC 4130), and the receipt of a centre (FDA: ACK2), one `Name: value` a line. */

export interface Receipt {
  /** what the gateway calls the batch (FDA); null: it does not name it */
  coreId: string | null;
  /** why the gateway could not take the file; null: it has it */
  refusal: string | null;
}

/** In time proportional to the text: white space is trimmed afterwards. */
const lineOf = (text: string, name: string): string | null =>
  new RegExp(String.raw`^[ \t]*${name}[ \t]*:(.*)$`, 'im').exec(text)?.[1]?.trim() || null;

/** Null: the text is no receipt. */
export function readReceipt(text: string): Receipt | null {
  // `automatic-action/MDN-sent-automatically; processed/error: decryption-failed`
  const disposition = lineOf(text, 'Disposition')?.split(';').at(-1)?.trim() ?? null;
  const coreId = lineOf(text, 'Core ?Id');
  if (disposition === null && coreId === null) return null;
  const isRefused = disposition !== null && /^(processed\/error|failed)/i.test(disposition);
  return { coreId, refusal: isRefused ? disposition : null };
}
