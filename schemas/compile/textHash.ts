/** A short, stable hash of texts: the same in every browser and in Node. Not cryptographic. */

/**
 * 64 bits as 16 hexadecimal digits: two FNV-1a runs over the UTF-16 units, from different seeds, each finished by the
 * avalanche of MurmurHash3.
 */
export function textHash(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x01000193);
  }
  return hex(avalanche(a)) + hex(avalanche(b ^ text.length));
}

function avalanche(bits: number): number {
  const mixed = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  const twice = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}

const hex = (bits: number): string => (bits >>> 0).toString(16).padStart(8, '0');
