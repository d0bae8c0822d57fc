/** What items of a case are used for in the Data area, by the names of the specification (section 3, enumerations). */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { SEES_ALL } from '../blinding/sight.ts';
import { isSelectable } from './itemKind.ts';

/** The usage kinds, and the item kind of drug names. */
const ITEM_USAGES = ['DataExport', 'SelectItem', 'Submission', 'OriginalManufacturer', 'DrugName'] as const;
export type ItemUsage = (typeof ITEM_USAGES)[number];

/** Those that tell the items of a file or a question apart: what can be asked about can be a column, too. */
export const TELLING_USAGES = [
  'Submission',
  'OriginalManufacturer',
  'DrugName',
] as const satisfies readonly ItemUsage[];

type Test = (item: CatalogueItem, catalogue: Catalogue) => boolean;

const isSelectableByAll: Test = (item, catalogue) => isSelectable(item, catalogue, SEES_ALL);

const TESTS: Readonly<Record<ItemUsage, Test>> = {
  DataExport: isSelectableByAll,
  SelectItem: isSelectableByAll,
  // it has a location in the message to an authority
  Submission: ({ e2b }) => e2b.length > 0,
  OriginalManufacturer: ({ names }) => names === 'originalManufacturer',
  DrugName: ({ names }) => names === 'drug',
};

export const isUsedFor = (usage: ItemUsage, item: CatalogueItem, catalogue: Catalogue): boolean =>
  TESTS[usage](item, catalogue);

export const usagesOf = (item: CatalogueItem, catalogue: Catalogue): ItemUsage[] =>
  ITEM_USAGES.filter((usage) => isUsedFor(usage, item, catalogue));
