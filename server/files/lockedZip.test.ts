/** ZIP files that a password opens. */
import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import { describe, expect, it } from 'vitest';
import { lockedZip } from './lockedZip.ts';

const AT = new Date('2026-01-02T00:00:00Z');
const XML = '<case>頭痛 of a patient</case>';
async function* content() {
  yield XML.slice(0, 5);
  yield Buffer.from(XML.slice(5));
}
const made = async () =>
  Buffer.from(await lockedZip('case.xml', content(), { password: 'open sesame', at: AT }));

const read = async (bytes: Uint8Array<ArrayBuffer>, password: string): Promise<string> => {
  const [entry] = await new ZipReader(new BlobReader(new Blob([bytes]))).getEntries();
  if (!entry || entry.directory) throw new Error('no file');
  return entry.getData(new TextWriter(), { password });
};

describe('a locked ZIP', () => {
  it('is opened by its password only', async () => {
    const zip = new Uint8Array(await made());
    expect(await read(zip, 'open sesame')).toBe(XML);
    await expect(read(zip, 'open Sesame')).rejects.toThrow(/password/i);
  });

  it('is encrypted with AES-256, never with the weak method of old', async () => {
    const zip = await made();
    expect(zip.readUInt32LE(0)).toBe(0x04034b50);
    // method 99: AES; its extra field 0x9901 names vendor, strength and the real method
    expect(zip.readUInt16LE(8)).toBe(99);
    const extra = zip.indexOf(Buffer.from([0x01, 0x99]));
    expect(
      [...zip.subarray(extra + 6, extra + 9)].map((byte) => String.fromCharCode(byte)).slice(0, 2),
    ).toEqual(['A', 'E']);
    expect(zip[extra + 8]).toBe(3);
    expect(zip.includes(Buffer.from('patient'))).toBe(false);
  });
});
