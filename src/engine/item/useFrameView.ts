import { useAtomValue } from 'jotai';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import type { FieldEntry } from '../fields/registry.ts';
import type { ItemView } from '../session/views.ts';
import { useEngine } from '../page/context.ts';

/** What is drawn around a field. Where the field keeps its own text, a key that only changes that draws nothing anew. */
export function useFrameView(address: ItemAddress, { ownText }: FieldEntry): ItemView {
  const { session } = useEngine();
  return useAtomValue(ownText ? session.frame(address) : session.view(address));
}
