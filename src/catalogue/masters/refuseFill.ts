/** Says that a chosen record fills nothing, since the user may not change items that it fills. */
import i18next from 'i18next';
import { showError } from '../../components/index.ts';

/** `labels`: of these items. */
export async function refuseFill(name: string, labels: readonly string[]): Promise<void> {
  await i18next.loadNamespaces('masters');
  showError(i18next.t('masters:locked', { name, items: labels.join(', ') }));
}
