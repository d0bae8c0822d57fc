/** One thing a case is checked for, whatever it comes from: rules, mandatory items, numbers of rows, single values. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { Reading } from '../expressions/dependencies.ts';
import type { Scope } from '../expressions/scope.ts';
import type { Finding, Receiver } from './finding.types.ts';

/** Whom the case is checked for. */
export interface Recipient {
  receiver: Receiver;
  /** of the receiver's profiles the one that is asked for, or that the envelope of the case tells */
  profile?: string | undefined;
  /** as the receiver's region sees it (`forAppendix`): items it does not have are passed over */
  catalogue: Catalogue;
}

/** A finding, and to whom of the recipients it matters. */
export interface CaseFinding extends Finding {
  receivers: readonly Receiver[];
}

export interface Check {
  /** where its findings stand, and so their place in display order */
  item: CatalogueItem;
  /** the group once per row of which it is made; null: once */
  group: string | null;
  /** what its answer depends on, beside the row it is made in */
  readings: readonly Reading[];
  /** what it finds in a row of `group`, which the scope settles */
  find(scope: Scope): readonly CaseFinding[];
}

/** The items a check tells of: the one its findings stand at, and all that it reads. */
export const itemsTold = ({ item, readings }: Check): string[] => [
  item.itemId,
  ...readings.flatMap((reading) => ('itemId' in reading ? [reading.itemId] : [])),
];
