import { useAtomValue } from 'jotai';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import type { FieldEntry } from '../fields/registry.ts';
import type { ItemView } from '../session/views.ts';
import { useEngine } from '../page/context.ts';

/** The view of the frame around a field. Where the field keeps its own text, a key press does not render the frame. */
export function useFrameView(address: ItemAddress, { ownText }: FieldEntry): ItemView {
  const { session } = useEngine();
  return useAtomValue(ownText ? session.frame(address) : session.view(address));
}
