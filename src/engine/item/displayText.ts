/** An item's value in words, for summaries and for what it was before. */
import { seesItem } from '../../../shared/blinding/sight.ts';
import { unseenWord } from './unseenWord.ts';
import { useMemo } from 'react';
import { atom, useAtomValue, type Getter } from 'jotai';
import { attachedItem, termKey, useEngine, type Engine } from '../page/context.ts';
import type { Catalogue, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { rowPathOf, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import { fileNameOf, type ItemValue } from '../../../shared/case/itemValue.ts';
import { displayDate } from '../../../shared/dates/partialDate.ts';
import { codeInText } from '../../../shared/entry/codeSearch.ts';
import type { RowReference } from '../session/pageSession.ts';

/** The row of another group that a `rowReference` speaks of: the one with the number of its own row. */
export function referenceOf(
  catalogue: Catalogue,
  references: readonly RowReference[],
  item: CatalogueItem,
  address: ItemAddress,
): RowReference | undefined {
  const rowsOf = catalogue.groups[item.groups.at(-1) ?? '']?.rowsOf;
  const rowNo = rowPathOf(address, item.groups.length).at(-1);
  return references.find((row) => row.group === rowsOf && row.rowNo === rowNo);
}

/** The words of a value at an address: codes with their labels, terms instead of codes, dates readable. Empty: ''. */
export function displayText(
  engine: Engine,
  get: Getter,
  item: CatalogueItem,
  address: ItemAddress,
  { value, nullFlavor, properties }: ItemValue,
): string {
  const { catalogue, codes, session, terms, rights, t } = engine;
  if (!seesItem(catalogue, rights, item.itemId)) return t(unseenWord(item, rights));
  if (nullFlavor !== null) return `${nullFlavor} ${t(`nullFlavor.${nullFlavor}`)}`;
  if (item.control === 'rowReference')
    return referenceOf(catalogue, get(session.references), item, address)?.label ?? '';
  if (value === null || value === '') return '';
  switch (item.control) {
    case 'codeList':
    case 'radio': {
      const list = get(codes.at(item.itemId)).data;
      const known = list?.codes.find(({ code }) => code === value);
      return known ? codeInText(known, list?.shown) : value;
    }
    case 'codedTerm': {
      if (item.dictionary === null) return value;
      const versionItem = attachedItem(catalogue, item.versionItem);
      const version =
        versionItem && get(session.view({ ...address, itemId: versionItem.itemId })).current.value;
      return get(terms.at(termKey(item.dictionary, version, value))).data?.term ?? value;
    }
    case 'yesNo':
    case 'trueOnly':
      return t(value === 'true' ? 'yes' : 'no');
    case 'date':
      return displayDate(value);
    case 'attachment':
      return fileNameOf(properties)?.fileName ?? value;
    default:
      return value;
  }
}

/** The same in a component, up to date with what it reads. */
export function useDisplayText(item: CatalogueItem, address: ItemAddress, value: ItemValue): string {
  const engine = useEngine();
  const text = useMemo(
    () => atom((get) => displayText(engine, get, item, address, value)),
    [engine, item, address, value],
  );
  return useAtomValue(text);
}
