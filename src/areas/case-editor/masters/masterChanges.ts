/** Records that filled items of the open page and were changed since. Pure, given the session. */
import type { Catalogue, CatalogueItem, RecordKind } from '../../../../schemas/compile/catalogue.types.ts';
import type { ItemSelection } from '../../../../schemas/compile/selections.ts';
import { addressAt, type ItemAddress } from '../../../../shared/case/itemAddress.ts';
import type { DataOf, listCaseMasters } from '../../../../shared/contract/index.ts';
import { masterProvenance, type MasterProvenance } from '../../../../shared/provenance/provenance.ts';
import { masterDifference, type MasterDifference } from '../../../../shared/records/masterFill.ts';
import type { PageSession } from '../../../engine/index.ts';

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

type Session = Pick<PageSession, 'get' | 'rootPath'>;

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

/** The changes of the records behind the items of a page, or of its open row. `offering`: those of the page. */
export function masterChanges(
  { items }: Pick<Catalogue, 'items'>,
  offering: readonly OfferingItem[],
  session: Session,
  masters: readonly CaseMaster[],
): MasterChange[] {
  const here = offering.filter(({ groups }) => groups.length === session.rootPath.length);
  return here.flatMap(({ itemId, selection }) => {
    const addressOf = (target: string) => addressAt(target, session.rootPath);
    const from = filledFrom(selection, (target) => session.get(addressOf(target)).properties?.provenance);
    const master = masters.find(({ kind, recordKey }) => kind === from?.kind && recordKey === from.recordKey);
    const then = master?.earlier.find(({ version }) => version === from?.version);
    if (!from || !master || !then) return [];
    const differences = masterDifference(items, selection, (target) => session.get(addressOf(target)), {
      earlier: { values: then.values, provenance: from },
      now: { values: master.values, provenance: { ...from, version: master.version } },
    });
    if (differences.length === 0) return [];
    return [{ address: addressOf(itemId), master, filledBy: from.version, differences }];
  });
}

/**
 * The record that filled the items of a selection, in the oldest version one of them is from. Values that were changed by
 * hand since have lost it; the others still have it.
 */
function filledFrom(
  { fills, master }: ItemSelection,
  provenanceOf: (itemId: string) => string | undefined,
): MasterProvenance | undefined {
  return Object.keys(fills)
    .flatMap((itemId) => masterProvenance(provenanceOf(itemId)) ?? [])
    .filter(({ kind }) => kind === master)
    .toSorted((one, other) => one.version - other.version)[0];
}

/** Takes the new content of some items into the page, as one step to undo. */
export const takeDifferences = (
  session: Pick<PageSession, 'transaction' | 'closeStep' | 'copy' | 'rootPath'>,
  differences: readonly MasterDifference[],
): void => {
  // one item alone would be joined with the step that typed it
  session.closeStep();
  session.transaction(() => {
    for (const { itemId, now } of differences) session.copy(addressAt(itemId, session.rootPath), now);
  });
};
