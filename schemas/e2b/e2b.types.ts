/**
 * Locations of items in an E2B(R3) message: containers (parents) and slots (locations in them). One table for both
 * directions.
 */

/** Coding of a value that is more than one attribute or text. */
export type E2bCodec =
  /** the parts of one time, in any form: IVL_TS, SXPR_TS with comps, PIVL_TS */
  | 'start'
  | 'end'
  | 'duration'
  | 'durationUnit'
  | 'period'
  | 'periodUnit'
  /** a quantity that may carry `<`, `<=`, `>` or `>=` (IVL_PQ) and its unit */
  | 'interval'
  | 'intervalUnit'
  /** an attachment: base64, optionally deflated */
  | 'file'
  /** a number or address with a scheme (`prefix`), in any case */
  | 'telecom'
  /** derived from the links of the container, never written as a value */
  | 'rowReference';

export interface E2bSlot {
  /** id of a container of schemas/e2b/containers.json; `parent.history` is the container `history` below `parent` */
  in: string;
  /**
   * location below the container: `value/@code` an attribute, `title` a text, `given[2]` the second of its name,
   * `id[@root='2.16']/@extension` the one with that attribute. The null flavor is on the same element.
   */
  at?: string;
  as?: E2bCodec;
  /** xsi:type of the element */
  type?: string;
  /** code systems (for `@extension` id roots) of this item; the first is written */
  system?: string[];
  /** if several items share a location: this one takes all other code systems */
  anySystem?: boolean;
  /** the only unit of the item; exact conversions are made on reading */
  unit?: string;
  /** item of the same row whose value is the unit */
  unitFrom?: string;
  /** what the message says for a code of the item, where the two differ */
  codes?: Record<string, string>;
  /** for `telecom`: `tel:`, `fax:` or `mailto:` */
  prefix?: string;
  /** another location where the value may be found; never written */
  readOnly?: boolean;
  /** written if the case has no value */
  fill?: 'uuid' | 'now';
}

/**
 * Required attributes of an element, by path below the container's first element (`.` is that element). `{}`: it must
 * exist.
 */
export type E2bConditions = Record<string, Record<string, string | string[]>>;

/**
 * An element, or a short path of elements, that contains items. The first step repeats. All paths here start at the
 * first step; those of slots at the last one.
 */
export interface E2bContainer {
  container: string;
  /** the parent container; with several, the container is mounted in each */
  in?: string | string[];
  path: string;
  /** what distinguishes it from its siblings: tested on reading, written on writing */
  is?: E2bConditions;
  /** alternatives, tested on reading only */
  or?: E2bConditions[];
  /** constants: written, and never tested */
  write?: E2bConditions;
  /** the repeating group whose rows are its instances; by the name of the mounting container if they differ */
  row?: string | Record<string, string>;
  /** each instance is one ICSR of the batch */
  message?: boolean;
  /** location of the row's UUID */
  identity?: string;
  /** links to rows of other groups; each adds a row number to the address, in this order */
  refs?: { at: string; group: string }[];
  /** elements that the schema requires even without items */
  always?: string[];
}

/** Everything of an E2B(R3) message that is not an item. */
export interface E2bStructure {
  containers: E2bContainer[];
  /**
   * classCode, moodCode, typeCode ... by `element` or `parent/element`: schema defaults, always written and never
   * tested
   */
  attributes: Record<string, Record<string, string>>;
  /** children in schema order, by name of the parent; an element with xsi:type follows its type */
  order: { byName: Record<string, string[]>; byType: Record<string, string[]> };
}
