/** The compiled table: a tree of element locations for reader and writer. */
import type { Control } from '../compile/sources.types.ts';
import type { E2bCodec, E2bStructure } from './e2b.types.ts';

export interface MapSlot {
  itemId: string;
  appendix: string | null;
  /** position in catalogue order */
  sort: number;
  control: Control;
  node: MapNode;
  /** attribute of the value; null: the element's text, or as `codec` defines */
  attribute: string | null;
  codec: E2bCodec | null;
  type: string | null;
  /** the element of xsi:type: the slot's own, or the value around its text */
  typed: MapNode;
  /** first one is written */
  systems: readonly string[];
  anySystem: boolean;
  unit: string | null;
  unitFrom: string | null;
  /** what the message says for codes of the item; others are the same in both */
  codes: ReadonlyMap<string, string>;
  prefix: string | null;
  readOnly: boolean;
  fill: 'uuid' | 'now' | null;
}

/** Slots that can share one element. Slots of different owners exclude each other there. */
export interface MapOwner {
  key: string;
  type: string | null;
  systems: readonly string[];
  anySystem: boolean;
  slots: MapSlot[];
  /** the one that a null flavor belongs to */
  main: MapSlot;
}

export interface MapTest {
  path: readonly string[];
  attributes: readonly (readonly [name: string, accepted: readonly string[]])[];
  /** scheme of a telecom element */
  scheme: string | null;
}

/** One number of a row address. */
export type MapLevel = { group: string; link: boolean };

export interface MapLink {
  node: MapNode;
  attribute: string;
  path: readonly string[];
  group: string;
}

export interface MapNode {
  /** stable name of the node: container and steps below it */
  id: string;
  name: string;
  parent: MapNode | null;
  /** order among same-named siblings */
  sort: number;
  /** index among elements of its name that no test distinguishes */
  position: number;
  /** alternatives; empty: identified by name and position alone */
  tests: MapTest[][];
  /** number of attributes that the first alternative tests */
  weight: number;
  levels: readonly MapLevel[];
  /** group of which each instance is a row */
  row: string | null;
  identity: MapLink | null;
  links: MapLink[];
  /** contains only rows: a second instance continues the first */
  holder: boolean;
  containsIdentity: boolean;
  children: MapNode[];
  childrenByName: Map<string, MapNode[]>;
  /** accepted values, the first is written */
  constants: Map<string, readonly string[]>;
  linkAttributes: Set<string>;
  owners: MapOwner[];
  codec: 'time' | null;
  always: MapNode[];
}

export interface E2bMap {
  root: MapNode;
  message: MapNode;
  nodes: Map<string, MapNode>;
  slotsByItem: Map<string, MapSlot[]>;
  order: E2bStructure['order'];
  /** items whose value is a row of another group; `about`: what creates such a pair of rows */
  references: {
    itemId: string;
    of: string;
    level: number;
    about: { items: Set<string>; groups: Set<string> };
  }[];
}
