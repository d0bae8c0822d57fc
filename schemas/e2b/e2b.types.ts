/** Where items stand in an E2B(R3) message: containers (parents) and slots (places in them). One table, both directions. */

/** How a value is coded where it is more than one attribute or text. */
export type E2bCodec =
  /** the parts of one time, whatever its shape in the message: IVL_TS, SXPR_TS with comps, PIVL_TS */
  | 'start'
  | 'end'
  | 'duration'
  | 'durationUnit'
  | 'period'
  | 'periodUnit'
  /** a quantity that may carry `<`, `<=`, `>` or `>=` (IVL_PQ) and its unit */
  | 'interval'
  | 'intervalUnit'
  /** an attachment: base64, maybe deflated */
  | 'file'
  /** a number or address behind a scheme (`prefix`), the scheme in any case */
  | 'telecom'
  /** derived from the links of the container, never written as a value */
  | 'rowReference';

export interface E2bSlot {
  /** id of a container of schemas/e2b/containers.json; `parent.history` is the container `history` below `parent` */
  in: string;
  /**
   * place below the container: `value/@code` an attribute, `title` a text, `given[2]` the second of its name,
   * `id[@root='2.16']/@extension` the one with that attribute. The null flavor stands on the same element.
   */
  at?: string;
  as?: E2bCodec;
  /** xsi:type of the element */
  type?: string;
  /** code systems (for `@extension` id roots) that are this item's; the first is written */
  system?: string[];
  /** where several items share a place: this one takes the code systems nobody names */
  anySystem?: boolean;
  /** the only unit the item has; exact conversions are made on reading */
  unit?: string;
  /** item of the same row whose value is the unit */
  unitFrom?: string;
  /** for `telecom`: `tel:`, `fax:` or `mailto:` */
  prefix?: string;
  /** another place where the value may be found; never written */
  readOnly?: boolean;
  /** what the writer puts where the case says nothing */
  fill?: 'uuid' | 'now';
}

/** Attributes an element must have, by path below the container's first element (`.` is that element). `{}`: it must be there. */
export type E2bConditions = Record<string, Record<string, string | string[]>>;

/**
 * An element, or a short path of elements, that holds items. The first step is the one that repeats. All paths here
 * start at the first step; the slots' start at the last one.
 */
export interface E2bContainer {
  container: string;
  /** the container around it; with several, the container is mounted in each */
  in?: string | string[];
  path: string;
  /** what tells it from its siblings: asked on reading, written on writing */
  is?: E2bConditions;
  /** other tell-tales, asked on reading only */
  or?: E2bConditions[];
  /** constants: written, and never asked for */
  write?: E2bConditions;
  /** the repeating group whose rows its instances are; by the name of the mounting container where they differ */
  row?: string | Record<string, string>;
  /** each instance is one ICSR of the batch */
  message?: boolean;
  /** where the row's UUID stands */
  identity?: string;
  /** links to rows of other groups; each adds a row number to the address, in this order */
  refs?: { at: string; group: string }[];
  /** elements the schema wants even when no item fills them */
  always?: string[];
}

/** Everything of an E2B(R3) message that is not an item. */
export interface E2bStructure {
  containers: E2bContainer[];
  /** classCode, moodCode, typeCode ... by `element` or `parent/element`: schema defaults, written always and never asked for */
  attributes: Record<string, Record<string, string>>;
  /** children in the order of the schema, by name of the parent; an element with xsi:type follows its type */
  order: { byName: Record<string, string[]>; byType: Record<string, string[]> };
}
