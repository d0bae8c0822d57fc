/** The dictionary of a coded item: its own, or the one that an item beside it names. */
import { useAtomValue } from 'jotai';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { useEngine } from '../page/context.ts';

/** '': none is named yet. */
export function useDictionary(
  { dictionary, dictionaryFrom }: Pick<CatalogueItem, 'dictionary' | 'dictionaryFrom'>,
  address: ItemAddress,
): string {
  const { session } = useEngine();
  const { current } = useAtomValue(session.view({ ...address, itemId: dictionaryFrom ?? address.itemId }));
  return (dictionaryFrom === undefined ? dictionary : current.value) ?? '';
}
