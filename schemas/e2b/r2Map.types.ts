import type { Catalogue } from '../compile/catalogue.types.ts';
import type { R2Block, R2Codes, R2Leaf, R2Source } from './r2.types.ts';

/** The compiled table of E2B(R2), shared by every read and write. */
export interface R2Map extends Omit<R2Source, 'content'> {
  header: R2Block;
  report: R2Block;
  blocks: ReadonlyMap<string, R2Block>;
  leaves: ReadonlyMap<string, R2Leaf>;
  /** the element around each element */
  parents: ReadonlyMap<string, string>;
  /** elements that belong to one dosage of a drug */
  dosageElements: ReadonlySet<string>;
  /** items that both an element of its own and the text of a term fill */
  sharedItems: ReadonlySet<string>;
  codes: R2Codes;
  catalogue: Catalogue;
  /** labels of the codes of an item, in English */
  labelsOf: (itemId: string) => Record<string, string>;
}
