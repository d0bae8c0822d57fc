/** The configuration of a sponsor as one file: elements by part, each with the hash of its content (decision 0279). */
import { Type, type Static } from 'typebox';

export const PACK_FORMAT = 'casewright-configuration';
/** Changes when older products could no longer read a file. */
export const PACK_VERSION = 1;

/** In the order in which they are imported: a later part names elements of an earlier one. */
export const PACK_PARTS = ['schemas', 'roles', 'settings', 'workflow', 'mapping'] as const;
export type PackPart = (typeof PACK_PARTS)[number];

/** Most elements of a pack: more than there are files of the product. */
const MAX_ELEMENTS = 2000;

/** Where an element is in a pack. */
export interface PackAddress {
  part: PackPart;
  name: string;
}

export const PackElement = Type.Object({
  part: Type.String({ maxLength: 40 }),
  name: Type.String({ minLength: 1, maxLength: 300 }),
  /** SHA-256 of the content, hexadecimal */
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  content: Type.Unknown(),
});
export type PackElement = Static<typeof PackElement>;

export const Pack = Type.Object({
  format: Type.Literal(PACK_FORMAT),
  formatVersion: Type.Literal(PACK_VERSION),
  /** of the product that exported it */
  productVersion: Type.String({ maxLength: 100 }),
  /** name of the sponsor that it was exported from */
  sponsor: Type.String({ maxLength: 300 }),
  madeAt: Type.String({ format: 'date-time' }),
  elements: Type.Array(PackElement, { maxItems: MAX_ELEMENTS }),
});
export type Pack = Static<typeof Pack>;

/** One text for an address, for sets and maps. */
export const addressText = ({ part, name }: { part: string; name: string }): string => `${part}/${name}`;
