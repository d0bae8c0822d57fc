/** How a coded item comes to its code: looked up, recommended, or from the entry that is shown. One step to undo each. */
import { attachedItem, useEngine } from '../form/context.ts';
import type { LookedUp, LookUpRequest, Term } from '../services.ts';
import type { FieldProps } from './registry.ts';

type Coded = Pick<FieldProps, 'item' | 'address' | 'onValue' | 'input'> & {
  code: string;
  /** the term behind the code, where it is known */
  term: Term | null;
};

export function useTermChoice({ item, address, onValue, input, code, term }: Coded) {
  const { catalogue, services, session } = useEngine();
  const textItem = attachedItem(catalogue, item.textItem);
  const versionItem = attachedItem(catalogue, item.versionItem);
  const versionAddress = versionItem && { ...address, itemId: versionItem.itemId };
  const dictionary = item.dictionary ?? '';

  const take = (found: LookedUp) => {
    if (found.how === 'term') {
      onValue(found.term.code);
      if (versionAddress && found.term.version !== null) session.setValue(versionAddress, found.term.version);
    } else if (found.as === 'code') onValue(found.text);
    else if (textItem) {
      // a text of one's own stands instead of a code
      onValue('');
      if (versionAddress) session.setValue(versionAddress, '');
      session.setValue({ ...address, itemId: textItem.itemId }, found.text);
    }
  };
  const version = () => (versionAddress ? session.get(versionAddress).value : null);
  const request = (keyword: string): LookUpRequest => ({
    ...{ itemId: item.itemId, dictionary, version: version(), keyword },
    codeLength: item.maxLength,
    text: textItem ? { maxLength: textItem.maxLength } : null,
  });
  const choose = async (asked: Promise<LookedUp | null> | undefined) => {
    const found = await asked;
    if (found) session.together(() => take(found));
    document.getElementById(input.id)?.focus();
  };
  const lookUp = (keyword: string) => choose(services.lookUp(request(keyword)));

  return {
    lookUp: () => {
      const text = textItem ? session.get({ ...address, itemId: textItem.itemId }).value : null;
      return lookUp(text ?? term?.term ?? code);
    },
    recommend: () => {
      const here = item.coding?.texts.filter((itemId) => catalogue.items[itemId]?.page === item.page) ?? [];
      const texts = here.map((itemId) => session.get({ ...address, itemId }).value?.trim() ?? '');
      const said = texts.length > 0 ? (texts.find((text) => text !== '') ?? '') : null;
      return choose(services.recommend?.({ ...request(said ?? ''), address, said }));
    },
    /** the entry of the code that stands there; who wants more of them looks its term up */
    showEntry: async () => {
      const wantsMore = await services.showEntry?.({ dictionary, version: version(), code });
      if (wantsMore) await lookUp(term?.term ?? code);
    },
  };
}
