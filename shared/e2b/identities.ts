/** Ids of rows in a message, and which row a reference names. */
import type { Identity } from './e2b.types.ts';
import type { XmlElement } from './xmlTree.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The parts of an id without white space around them; an empty part is none. */
export function identityOf(id: Pick<XmlElement, 'attributes'> | undefined): Identity {
  const [root, extension, nullFlavor] = ['root', 'extension', 'nullFlavor'].map((name) =>
    id?.attributes[name]?.trim(),
  );
  return { ...(root && { root }), ...(extension && { extension }), ...(nullFlavor && { nullFlavor }) };
}

export const isNamed = ({ root, extension }: Identity): boolean =>
  root !== undefined || extension !== undefined;

/** The UUID of an id, which senders give as its root or as its extension. */
export const uuidOf = ({ root, extension }: Identity): string | undefined =>
  [root, extension].map((part) => part?.toLowerCase()).find((part) => part && UUID.test(part));

/** Equal for two spellings of one id: no part of an OID or a UUID depends on case. */
export const identityKey = ({ root = '', extension = '' }: Identity): string =>
  `${root.toLowerCase()}|${extension}`;

const foldedKey = (id: Identity): string => identityKey(id).toLowerCase();

/** Row numbers by id, for one group. */
export class Identities {
  readonly #exact = new Map<string, number>();
  /** spellings that fit one row only; null: several */
  readonly #loose = new Map<string, number | null>();

  /** Returns false if an earlier row has the same id, or if it has none: then nothing can refer to it. */
  add(id: Identity, number: number): boolean {
    if (!isNamed(id) || this.#exact.has(identityKey(id))) return false;
    this.#exact.set(identityKey(id), number);
    for (const key of looseKeys(id))
      this.#loose.set(key, this.#loose.has(key) && this.#loose.get(key) !== number ? null : number);
    return true;
  }

  /**
   * The row that an id names: exactly, or in another spelling (case, one part only, a part too many) if only one row
   * fits. Undefined for an id of no row.
   */
  find(id: Identity): number | undefined {
    if (!isNamed(id)) return undefined;
    const spellings = [`whole ${foldedKey(id)}`, `part ${foldedKey(id)}`]
      .concat(partsOf(id).map((part) => `whole ${foldedKey(part)}`))
      .concat(`uuid ${uuidOf(id)}`);
    return this.#exact.get(identityKey(id)) ?? spellings.map((key) => this.#loose.get(key)).find(isNumber);
  }
}

const looseKeys = (id: Identity): string[] => [
  `whole ${foldedKey(id)}`,
  ...partsOf(id).map((part) => `part ${foldedKey(part)}`),
  ...[uuidOf(id)].flatMap((uuid) => (uuid ? [`uuid ${uuid}`] : [])),
];

const partsOf = ({ root, extension }: Identity): Identity[] =>
  root && extension ? [{ root }, { extension }] : [];

const isNumber = (found: number | null | undefined): found is number => typeof found === 'number';
