/** Hashed features of words: n-grams of two to four characters, and whole words. */
import { isCjk } from './words.ts';

const SMALL_DICTIONARY_NAMES = 4000;

/** Bits of the hash: enough buckets to make collisions rare. */
export const gramBits = (names: number): number => (names < SMALL_DICTIONARY_NAMES ? 16 : 20);
export const wordBits = (names: number): number => (names < SMALL_DICTIONARY_NAMES ? 14 : 18);

const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

const bucket = (hash: number, bits: number): number => (hash ^ (hash >>> bits)) & ((1 << bits) - 1);

export function wordBucket(word: string, bits: number): number {
  let hash = FNV_START;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), FNV_PRIME);
  return bucket(hash >>> 0, bits);
}

/** Buckets of the n-grams of a word, including its edges and single CJK characters. They may repeat. */
export function gramBuckets(word: string, bits: number, add: (found: number) => void): void {
  const cjk = isCjk(word);
  const text = cjk ? word : `^${word}$`;
  const maxGram = cjk ? 3 : 4;
  for (let from = 0; from < text.length; from += 1) {
    let hash = FNV_START;
    for (let length = 1; length <= maxGram && from + length <= text.length; length += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(from + length - 1), FNV_PRIME);
      if (length > 1 || cjk) add(bucket(hash >>> 0, bits));
    }
  }
}
