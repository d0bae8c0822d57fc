/** Records that filled items of the open page and were changed since. Pure, given the session. */
import type { Catalogue, CatalogueItem, RecordKind } from '../../../../schemas/compile/catalogue.types.ts';
import type { ItemSelection } from '../../../../schemas/compile/selections.ts';
import type { UserItemRights } from '../../../../shared/access/userItemRights.ts';
import { seesItem } from '../../../../shared/blinding/sight.ts';
import { addressAt, type ItemAddress } from '../../../../shared/case/itemAddress.ts';
import type { DataOf, listCaseMasters } from '../../../../shared/contract/index.ts';
import {
  filledFrom,
  masterDifference,
  type MasterDifference,
} from '../../../../shared/records/masterDifference.ts';
import { fillTarget, writeFill, type PageSession } from '../../../engine/index.ts';

export type CaseMaster = DataOf<typeof listCaseMasters>['listInfo'][number];

/** A record that was changed, and what is different in the case. */
export interface MasterChange {
  /** the item that offers the selection */
  address: ItemAddress;
  master: CaseMaster;
  /** the version that filled the case */
  filledBy: number;
  differences: readonly MasterDifference[];
}

type Session = Pick<PageSession, 'get' | 'rootPath' | 'rows' | 'store'>;

/** An item that offers a selection of records. */
export type OfferingItem = CatalogueItem & { selection: ItemSelection };

/** The items that offer a selection of records on a page. What templates write is compared sentence by sentence instead. */
export const offeringItems = (
  { items, records }: Pick<Catalogue, 'items' | 'records'>,
  page: string,
): OfferingItem[] =>
  Object.values(items).filter(
    (item): item is OfferingItem =>
      item.page === page &&
      item.selection !== undefined &&
      !isWritten(records[item.selection.master], item.selection),
  );

/** Whether templates of a kind write what the selection fills. */
const isWritten = (kind: RecordKind | undefined, { fills }: ItemSelection): boolean =>
  Object.values(fills).some((column) => kind?.catalogue.items[column]?.template !== undefined);

/**
 * The changes of the records behind the items of a page, or of its open row, without those that the user may not take.
 * `offering`: the items of the page.
 */
export function masterChanges(
  catalogue: Catalogue,
  rights: UserItemRights,
  offering: readonly OfferingItem[],
  session: Session,
  masters: readonly CaseMaster[],
): MasterChange[] {
  // asked with each key, and most cases have none
  if (masters.length === 0) return [];
  const here = offering.filter(({ groups }) => groups.length === session.rootPath.length);
  const target = fillTarget(session, session.rootPath);
  return here.flatMap(({ itemId, selection }) => {
    const from = filledFrom(catalogue, selection, target);
    const master = masters.find(({ kind, recordKey }) => kind === from?.kind && recordKey === from.recordKey);
    const then = master?.earlier.find(({ version }) => version === from?.version);
    if (!from || !master || !then) return [];
    const differences = masterDifference(catalogue, selection, target, {
      earlier: { ...then, provenance: from },
      now: { ...master, provenance: { ...from, version: master.version } },
    }).filter((one) => mayWrite(catalogue, rights, one.itemId));
    if (differences.length === 0) return [];
    const address = addressAt(itemId, session.rootPath);
    return [{ address, master, filledBy: from.version, differences }];
  });
}

const mayWrite = (catalogue: Catalogue, rights: UserItemRights, itemId: string): boolean =>
  seesItem(catalogue, rights, itemId) && !rights.readOnlyItems.includes(itemId);

/** Takes the new content of some items and rows into the page, as one step to undo. */
export const takeDifferences = (session: PageSession, differences: readonly MasterDifference[]): void =>
  writeFill(session, session.rootPath, {
    filled: differences
      .filter(({ isRemoval }) => !isRemoval)
      .map(({ itemId, now, place }) => ({ itemId, value: now, ...(place && { place }) })),
    deleted: differences.flatMap(({ isRemoval, place }) => (isRemoval && place ? [place] : [])),
  });
