/** Actions of the case in the command palette. */
import { useTranslation } from 'react-i18next';
import { hasWords, usePaletteSource, type PaletteEntry } from '../../../app-context/palette.ts';

type CaseAction = Pick<PaletteEntry, 'key' | 'label' | 'why' | 'run'>;

export function useActionsInPalette(actions: readonly CaseAction[]): void {
  const { t } = useTranslation('frame');
  usePaletteSource('actions', (text) =>
    actions
      .filter(({ label }) => hasWords(label, text))
      .map(({ key, label, why, run }) => ({ key, label, why, run, mark: t('palette.action'), detail: '' })),
  );
}
