import { reenter, useKeys } from '../../keys/index.ts';

/** The key that saves. A field may keep typed text until it is left: it is left, and entered again where it was. */
export function useSaveKey(save: (() => void) | null): void {
  useKeys({
    save: () => {
      if (!save) return;
      reenter(document.activeElement);
      save();
    },
  });
}
