import { useAtom } from 'jotai';
import { useLocalStorage } from '@mantine/hooks';
import { keyMapOpen, keyMapStore, showKeyMap } from './keyMapState.ts';
import { useKeys } from '../../keys/useKeys.ts';
import { lazyComponent } from '../../lazy/lazyComponent.tsx';

const KeyMapDialog = lazyComponent(async () => (await import('./KeyMapDialog.tsx')).KeyMapDialog);

/** The key map and the keys that open it; drawn once in the frame. */
export function KeyMap() {
  const [open, setOpen] = useAtom(keyMapOpen, { store: keyMapStore });
  // a sign alone is a key that people who dictate press by accident: it can be switched off (WCAG 2.1.4)
  const [bySign, setBySign] = useLocalStorage({ key: 'casewright.keyMapBySign', defaultValue: true });
  useKeys({
    keyMap: (event) => {
      if (event.key === '?' && !bySign) return false;
      showKeyMap();
    },
  });
  if (!open) return null;
  return <KeyMapDialog bySign={bySign} onBySign={setBySign} onClose={() => setOpen(false)} />;
}
