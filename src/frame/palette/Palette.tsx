/** The key of the command palette, anywhere in the product. */
import { useState } from 'react';
import { useKeys } from '../../keys/index.ts';
import { lazyComponent } from '../../lazy/lazyComponent.tsx';

const PaletteDialog = lazyComponent(async () => (await import('./PaletteDialog.tsx')).PaletteDialog);

export function Palette() {
  const [open, setOpen] = useState(false);
  useKeys({
    goTo: () => {
      // keys typed while the palette opens must not write into the case
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      setOpen(true);
    },
  });
  return open && <PaletteDialog onClose={() => setOpen(false)} />;
}
