/** Base64 as senders write it: in pieces, with line breaks, padded within, and damaged. */
import type { ByteTools } from './e2b.types.ts';

export interface Base64Decoder {
  /** The bytes of a piece of text and of what remained of those before it. */
  write(text: string): Uint8Array[];
  /** The last bytes. */
  end(): Uint8Array[];
  /** Whether characters or bits were left out, or the padding at the end is missing; known at the end. */
  isDamaged(): boolean;
}

/** Characters that code three bytes. */
const GROUP = 4;
const FOREIGN = /[^\w+/=-]/;

/**
 * Decodes base64 (RFC 4648) in both alphabets. What follows a padding is decoded as a part of its own: some encoders
 * work block by block. Characters outside base64 are left out.
 */
export function base64Decoder({ fromBase64 }: Pick<ByteTools, 'fromBase64'>): Base64Decoder {
  let rest = '';
  let isDamaged = false;

  const decode = (part: string): Uint8Array[] => {
    // a single character is less than a byte
    if (part.length % GROUP === 1) isDamaged = true;
    return part.length > 1 ? [fromBase64(part)] : [];
  };
  return {
    write: (text) => {
      let coded = text.replaceAll(/[ \t\r\n]/g, '');
      if (FOREIGN.test(coded)) {
        isDamaged = true;
        coded = coded.replaceAll(new RegExp(FOREIGN, 'g'), '');
      }
      const parts = (rest + coded).split(/=+/);
      const open = parts.pop() ?? '';
      const whole = open.length - (open.length % GROUP);
      rest = open.slice(whole);
      return [...parts.flatMap(decode), ...decode(open.slice(0, whole))];
    },
    end: () => {
      if (rest !== '') isDamaged = true;
      return decode(rest);
    },
    isDamaged: () => isDamaged,
  };
}
