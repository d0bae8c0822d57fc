/** Which encoding of East Asia bytes are in that say nothing about it, by what their letters would be. */

const SHIFT_JIS = 'shift_jis';
/** Fewer letters may be accents of a Western text that happen to stand side by side. */
const MIN_LETTERS = 3;
/** The part of the pairs that may be broken: the bytes may begin or end in one. */
const MAX_BROKEN = 0.1;

/** null: none; letters of Western languages seldom stand in pairs. */
export function eastAsianIn(bytes: Uint8Array): string | null {
  return looksJapanese(bytes) ? SHIFT_JIS : pairedEncoding(bytes);
}

/** Pairs of bytes that are kana or kanji. */
function looksJapanese(bytes: Uint8Array): boolean {
  const text = new TextDecoder(SHIFT_JIS).decode(bytes);
  const letters = text.match(/[\u3041-\u30fe\u4e00-\u9fa5]/g)?.length ?? 0;
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const kana = text.match(/[\u3041-\u30fe]/g)?.length ?? 0;
  return letters > MIN_LETTERS && kana > 0 && broken <= letters * MAX_BROKEN;
}

/**
 * The other encodings write a letter as two bytes of 0xA1 and more; the first is the row of its table. Kana have rows of
 * their own in EUC-JP, Hangul fill the first half of EUC-KR, and the usual characters of Chinese more than that.
 */
function pairedEncoding(bytes: Uint8Array): string | null {
  const rows: number[] = [];
  let broken = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const row = bytes[at] ?? 0;
    if (row < 0x80) continue;
    const isPair = row >= 0xa1 && row < 0xff && (bytes[at + 1] ?? 0) >= 0xa1;
    if (!isPair) broken += 1;
    else {
      // what is before are punctuation and symbols
      if (row >= 0xa4) rows.push(row);
      at += 1;
    }
  }
  if (rows.length < MIN_LETTERS || broken > rows.length * MAX_BROKEN) return null;
  const share = (from: number, to: number): number =>
    rows.filter((row) => row >= from && row <= to).length / rows.length;
  if (share(0xa4, 0xa5) >= 0.2) return 'euc-jp';
  if (share(0xb0, 0xc8) >= 0.85) return 'euc-kr';
  return share(0xb0, 0xd7) >= 0.7 ? 'gb18030' : null;
}
