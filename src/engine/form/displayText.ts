/** An item's value in words, for summaries and for what it was before. */
import { useEngine, termKey, attachedItem } from './context.ts';
import type { Catalogue, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { rowPathOf, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import type { ItemValue } from '../../../shared/case/itemValue.ts';
import { displayDate } from '../../../shared/dates/partialDate.ts';
import { codeText } from '../fields/codeSearch.ts';
import type { PageSession, RowReference } from '../session/pageSession.ts';
import { useResource } from './resource.ts';

const CODED = new Set<CatalogueItem['control']>(['codeList', 'radio']);

/** The row of another group that a `rowReference` speaks of: the one with the number of its own row. */
export function referenceOf(
  catalogue: Catalogue,
  session: PageSession,
  item: CatalogueItem,
  address: ItemAddress,
): RowReference | undefined {
  const rowsOf = catalogue.groups[item.groups.at(-1) ?? '']?.rowsOf;
  const rowNo = rowPathOf(address, item.groups.length).at(-1);
  return session.references.find((row) => row.group === rowsOf && row.rowNo === rowNo);
}

/** The words of a value at an address: codes with their labels, terms instead of codes, dates readable. Empty: ''. */
export function useDisplayText(item: CatalogueItem, address: ItemAddress, value: ItemValue): string {
  const { catalogue, codes, session, terms, t } = useEngine();
  const stored = value.value ?? '';
  const isCode = CODED.has(item.control) && stored !== '';
  const isTerm = item.control === 'codedTerm' && item.dictionary !== null && stored !== '';
  const versionItem = attachedItem(catalogue, item.versionItem);
  const version = versionItem ? session.get({ ...address, itemId: versionItem.itemId }).value : null;
  const codeList = useResource(codes, item.itemId, isCode);
  const term = useResource(terms, termKey(item.dictionary ?? '', version, stored), isTerm);

  if (value.nullFlavor !== null) return `${value.nullFlavor} ${t(`nullFlavor.${value.nullFlavor}`)}`;
  if (isCode) {
    const known = codeList.data?.find(({ code }) => code === stored);
    return known ? codeText(known) : stored;
  }
  if (isTerm) return term.data?.term ?? stored;
  if (item.control === 'rowReference') return referenceOf(catalogue, session, item, address)?.label ?? '';
  if (stored === '') return '';
  if (item.control === 'yesNo' || item.control === 'trueOnly') return t(stored === 'true' ? 'yes' : 'no');
  if (item.control === 'date') return displayDate(stored);
  if (item.control === 'attachment') return value.properties?.fileName ?? stored;
  return stored;
}
