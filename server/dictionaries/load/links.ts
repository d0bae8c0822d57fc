/** Which things belong to which, for joins over millions of rows: 16 bytes a link instead of a map of texts. */

import { ownText } from './ownText.ts';

/** Links from owners, known by whole numbers, to texts that many owners share. Add all, then ask. */
export class Links {
  #owners = new Float64Array(1024);
  #targets = new Uint32Array(1024);
  #count = 0;
  readonly #texts: string[] = [];
  readonly #numbers = new Map<string, number>();
  #order: Uint32Array | null = null;
  /** by place in the order: was its owner found? */
  #hasOwner = new Uint8Array(0);

  add(owner: number, text: string): void {
    if (this.#count === this.#owners.length) this.#grow();
    this.#owners[this.#count] = owner;
    this.#targets[this.#count] = this.#numberOf(text);
    this.#count += 1;
    this.#order = null;
  }

  /** What belongs to an owner, in the order it was added. */
  of(owner: number): string[] {
    const order = this.#ordered();
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#ownerAt(order, middle) < owner) low = middle + 1;
      else high = middle;
    }
    const found: string[] = [];
    for (; low < order.length && this.#ownerAt(order, low) === owner; low += 1) {
      this.#hasOwner[low] = 1;
      found.push(this.#texts[this.#targets[order[low] ?? 0] ?? 0] ?? '');
    }
    return found;
  }

  /** Links of owners that `of` was never called with: the lowest of these, and how many links they have. Null: none. */
  ownerless(): { first: number; links: number } | null {
    const order = this.#ordered();
    const at = this.#hasOwner.indexOf(0);
    if (at === -1) return null;
    return { first: this.#ownerAt(order, at), links: this.#hasOwner.filter((found) => found === 0).length };
  }

  /** The highest owner, and how many owners there are. Null: there is none. */
  owners(): { last: number; count: number } | null {
    const order = this.#ordered();
    if (order.length === 0) return null;
    let count = 1;
    for (let at = 1; at < order.length; at += 1)
      if (this.#ownerAt(order, at) !== this.#ownerAt(order, at - 1)) count += 1;
    return { last: this.#ownerAt(order, order.length - 1), count };
  }

  #ordered(): Uint32Array {
    if (this.#order) return this.#order;
    this.#hasOwner = new Uint8Array(this.#count);
    return (this.#order = this.#sorted());
  }

  #ownerAt(order: Uint32Array, at: number): number {
    return this.#owners[order[at] ?? 0] ?? 0;
  }

  #sorted(): Uint32Array {
    const owners = this.#owners;
    return Uint32Array.from({ length: this.#count }, (_, at) => at).sort(
      (a, b) => (owners[a] ?? 0) - (owners[b] ?? 0) || a - b,
    );
  }

  #numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const own = ownText(text);
    this.#numbers.set(own, this.#texts.length);
    return this.#texts.push(own) - 1;
  }

  #grow(): void {
    const owners = new Float64Array(this.#count * 2);
    owners.set(this.#owners);
    this.#owners = owners;
    const targets = new Uint32Array(this.#count * 2);
    targets.set(this.#targets);
    this.#targets = targets;
  }
}
