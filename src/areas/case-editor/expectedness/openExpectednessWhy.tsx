import i18next from 'i18next';
import { openDialog } from '../../../dialogs/index.ts';
import { lazyComponent } from '../../../lazy/lazyComponent.tsx';
import type { ExpectednessWhyProps } from './ExpectednessWhy.tsx';

const ExpectednessWhy = lazyComponent(async () => (await import('./ExpectednessWhy.tsx')).ExpectednessWhy);

/** Shows the facts that a suggestion follows from, or the one that is missing. */
export async function openExpectednessWhy(subject: Omit<ExpectednessWhyProps, 'onClose'>): Promise<void> {
  await i18next.loadNamespaces(['expectedness', 'explain']);
  await openDialog<null>((onAnswer) => <ExpectednessWhy {...subject} onClose={() => onAnswer(null)} />, null);
}
