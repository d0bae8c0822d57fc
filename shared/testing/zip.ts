/** ZIP files as small as they can be, and ones that lie about what they hold. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  /** as bytes: in an encoding that the archive does not tell */
  name: string | Uint8Array;
  bytes: Uint8Array | string;
  /** what the archive says the entry unpacks to, where that is not the truth */
  declaredSize?: number;
  /** what was packed, where that is not what it unpacks to */
  original?: string;
}

/** Entries deflated, in the order given. */
export function zipOf(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, declaredSize, original } of entries) {
    const content = Buffer.from(bytes);
    const packed = deflateRawSync(content);
    const nameBytes = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0); // version needed
    facts.writeUInt16LE(typeof name === 'string' ? 0x0800 : 0, 2); // names are UTF-8
    facts.writeUInt16LE(8, 4); // deflated
    facts.writeUInt32LE(crc32(original ?? content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(declaredSize ?? content.length, 18);
    facts.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, nameBytes, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), facts, rest, nameBytes]));
    locals.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...locals, listed, Buffer.from('PK\x05\x06'), end]));
}
