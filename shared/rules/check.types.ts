/** One check of a case, from any source: rules, mandatory items, numbers of rows, single values. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { Reading } from '../expressions/dependencies.ts';
import type { Scope } from '../expressions/scope.ts';
import type { Finding, Receiver } from './finding.types.ts';

/** A receiver that the case is checked for. */
export interface Recipient {
  receiver: Receiver;
  /** the requested profile of the receiver, otherwise the one selected by the envelope of the case */
  profile?: string | undefined;
  /** whether the receiver has accepted an earlier report of the case; default: no, or not known */
  hasEarlier?: boolean | undefined;
  /** as the receiver's region sees it (`forAppendix`): items outside it are skipped */
  catalogue: Catalogue;
}

/** A finding and the recipients it concerns. */
export interface CaseFinding extends Finding {
  receivers: readonly Receiver[];
}

export interface Check {
  /** the item that its findings are attached to, which determines the display order */
  item: CatalogueItem;
  /** the group once per row of which the check runs; null: once */
  group: string | null;
  /** what the result depends on besides the row itself */
  readings: readonly Reading[];
  /** the findings in the row of `group` that the scope sets */
  find(scope: Scope): readonly CaseFinding[];
}

/** Items that a finding of the check can reveal: the one it is attached to, and all items it reads. */
export const concernedItems = ({ item, readings }: Check): string[] => [
  item.itemId,
  ...readings.flatMap((reading) => ('itemId' in reading ? [reading.itemId] : [])),
];
