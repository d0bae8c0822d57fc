/** Pictures of screens for the docs: the same picture with few colours, a third of the size. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const COLOURS = 48;
const INDEXED = 3;

/** An eight-bit RGB or RGBA picture without interlace, as Chromium takes it, with a palette of its commonest colours. */
export function smallPng(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png);
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const palette = [...counts.entries()]
    .sort((a, b) => b[1] - a[1])
    .slice(0, COLOURS)
    .map(([colour]) => colour);
  const nearest = new Map<number, number>();
  const indexOf = (colour: number): number => {
    const known = nearest.get(colour) ?? palette.indexOf(closest(palette, colour));
    nearest.set(colour, known);
    return known;
  };
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = indexOf(pixels[y * width + x] ?? 0);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, INDEXED, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((colour) => parts(colour)));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const parts = (colour: number): [number, number, number] => [colour >> 16, (colour >> 8) & 255, colour & 255];

function closest(palette: readonly number[], colour: number): number {
  const [red, green, blue] = parts(colour);
  const distance = (other: number) => {
    const [r, g, b] = parts(other);
    return (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
  };
  return palette.reduce((best, other) => (distance(other) < distance(best) ? other : best), palette[0] ?? 0);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(8);
  framed.writeUInt32BE(data.length, 0);
  framed.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([framed.subarray(0, 4), named, framed.subarray(4)]);
}

function decode(png: Buffer): { width: number; height: number; pixels: Uint32Array } {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const size = png[25] === 6 ? 4 : 3;
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const raw = unfiltered(inflateSync(Buffer.concat(data)), width * size, height, size);
  const byte = (at: number) => raw[at] ?? 0;
  const pixels = Uint32Array.from({ length: width * height }, (_, index) => {
    const at = index * size;
    return (byte(at) << 16) | (byte(at + 1) << 8) | byte(at + 2);
  });
  return { width, height, pixels };
}

/** Each line is written as its difference to what is left of and above it. */
function unfiltered(filtered: Buffer, length: number, height: number, size: number): Buffer {
  const out = Buffer.alloc(length * height);
  for (let y = 0; y < height; y += 1) {
    const filter = filtered[y * (length + 1)] ?? 0;
    for (let x = 0; x < length; x += 1) {
      const at = y * length + x;
      const left = x >= size ? (out[at - size] ?? 0) : 0;
      const up = y > 0 ? (out[at - length] ?? 0) : 0;
      const corner = x >= size && y > 0 ? (out[at - length - size] ?? 0) : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      out[at] = (filtered[y * (length + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const sum = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(sum - left), Math.abs(sum - up), Math.abs(sum - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
