/** Ways to code an item: look-up, recommendation, or the entry of the current code. Each is one step of undo. */
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { attachedItem, inputIdOf, useEngine } from '../page/context.ts';
import type { LookedUp, LookUpRequest, Term } from '../services.ts';
import type { FieldProps } from './registry.ts';

type Coded = Pick<FieldProps, 'item' | 'address'> & {
  /** '': none is named yet */
  dictionary: string;
  code: string;
  /** the term behind the code, where it is known */
  term: Term | null;
};

export function useTermChoice({ item, address, dictionary, code, term }: Coded) {
  const { catalogue, services, session } = useEngine();
  const textItem = attachedItem(catalogue, item.textItem);
  const versionItem = attachedItem(catalogue, item.versionItem);
  const versionAddress = versionItem && { ...address, itemId: versionItem.itemId };

  const valueOf = (itemId: string, at: ItemAddress = address): string =>
    session.get({ ...at, itemId }).value?.trim() ?? '';
  const isBeside = ({ page, groups }: CatalogueItem): boolean =>
    page === item.page && groups.join() === item.groups.join();
  /**
   * The item for a free text: the item's own text, else the first empty item beside it that holds the reported term.
   */
  const textTarget = (at: ItemAddress = address): CatalogueItem | undefined =>
    textItem ??
    (item.coding?.texts ?? [])
      .flatMap((itemId) => catalogue.items[itemId] ?? [])
      .find((candidate) => isBeside(candidate) && valueOf(candidate.itemId, at) === '');

  /** `at`: where the item is by then */
  const take = (found: LookedUp, at: ItemAddress) => {
    const set = (itemId: string, value: string) => session.setValue({ ...at, itemId }, value);
    if (found.how === 'term') {
      set(item.itemId, found.term.code);
      if (versionItem && found.term.version !== null) set(versionItem.itemId, found.term.version);
      return;
    }
    const target = textTarget(at);
    if (found.as === 'code') set(item.itemId, found.text);
    else if (target) {
      // a free text replaces the code
      set(item.itemId, '');
      if (versionItem) set(versionItem.itemId, '');
      set(target.itemId, found.text);
    }
  };
  const version = () => (versionAddress ? session.get(versionAddress).value : null);
  const request = (keyword: string): LookUpRequest => {
    const target = textTarget();
    return {
      itemId: item.itemId,
      dictionary,
      version: version(),
      keyword,
      codeLength: item.maxLength,
      fields: item.coding?.fields ?? {},
      text: target ? { maxLength: target.maxLength } : null,
    };
  };
  const choose = async (lookedUp: Promise<LookedUp | null> | undefined) => {
    const placeNow = session.follow(address);
    const found = await lookedUp;
    if (found) session.transaction(() => take(found, placeNow()));
    document.getElementById(inputIdOf(item, placeNow()))?.focus();
  };
  const lookUp = (keyword: string) => choose(services.lookUp(request(keyword)));
  /** What the reporter's words beside it are; null: the page has no such items. */
  const reportedText = (): string | null => {
    const here = item.coding?.texts.filter((itemId) => catalogue.items[itemId]?.page === item.page) ?? [];
    const texts = here.map((itemId) => valueOf(itemId));
    return texts.length > 0 ? (texts.find((text) => text !== '') ?? '') : null;
  };

  return {
    lookUp: () => {
      const text = textItem ? session.get({ ...address, itemId: textItem.itemId }).value : null;
      const begins = [text, term?.term, code, reportedText()];
      return lookUp(begins.find((one) => one !== null && one !== undefined && one !== '') ?? '');
    },
    recommend: () => {
      const adjacentText = reportedText();
      return choose(services.recommend?.({ ...request(adjacentText ?? ''), address, adjacentText }));
    },
    /** Shows the entry of the current code, from which its term can be looked up. */
    showEntry: async () => {
      const wantsMore = await services.showEntry?.({ dictionary, version: version(), code });
      if (wantsMore) await lookUp(term?.term ?? code);
    },
  };
}
