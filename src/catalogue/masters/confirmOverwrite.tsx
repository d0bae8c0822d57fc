/** Asks before a chosen record overwrites items. The code of the dialog comes when it is first opened. */
import i18next from 'i18next';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { OverwrittenItem } from '../../../shared/records/masterFill.ts';
import { openDialog } from '../../dialogs/index.ts';
import type { Language } from '../../i18n/index.ts';
import { lazyComponent } from '../../lazy/lazyComponent.tsx';

const OverwriteDialog = lazyComponent(async () => (await import('./OverwriteDialog.tsx')).OverwriteDialog);

interface Overwriting {
  catalogue: Catalogue;
  language: Language;
  name: string;
  overwritten: readonly OverwrittenItem[];
}

export async function confirmOverwrite(overwriting: Overwriting): Promise<boolean> {
  await i18next.loadNamespaces('masters');
  return openDialog<boolean>((onAnswer) => <OverwriteDialog {...overwriting} onAnswer={onAnswer} />, false);
}
