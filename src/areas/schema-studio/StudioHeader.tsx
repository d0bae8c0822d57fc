/** The head of the studio: what is in use, what is drafted, where to go, and the way into use. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { SourceFinding } from '../../../schemas/compile/sources.types.ts';
import { GuardedButton, StatusBadge } from '../../components/index.ts';
import type { Analysis } from './analysis/useAnalysis.ts';
import { ItemInput } from './panels/CompiledPanel.tsx';
import type { Working } from './working/useWorkingCopy.ts';
import type { Keeping } from './working/workingCopy.ts';
import styles from './StudioPage.module.css';

export interface StudioHeaderProps {
  versionNo: number;
  working: Working;
  analysis: Analysis;
  mayEdit: boolean;
  onItem: (itemId: string) => void;
  onPublish: () => void;
}

export function StudioHeader({
  versionNo,
  working,
  analysis,
  mayEdit,
  onItem,
  onPublish,
}: StudioHeaderProps) {
  const { t } = useTranslation('studio');
  const { changed, files } = working;
  const { compiled, findings, pending } = analysis;
  const errors = findings.filter(({ severity }) => severity === 'error');
  return (
    <header className={styles.header}>
      <h1>{t('title')}</h1>
      <StatusBadge tone="info">
        {versionNo === 0 ? t('versions.delivered') : t('versions.name', { version: versionNo })}
      </StatusBadge>
      {changed.size > 0 && (
        <StatusBadge tone="warning">{t('publish.unpublished', { count: changed.size })}</StatusBadge>
      )}
      {!mayEdit && <span className={styles.reading}>{t('access.reading')}</span>}
      <span role="status" className={styles.kept}>
        {mayEdit && t(`keeping.${worst([...files.values()].map(({ keeping }) => keeping))}`)}
      </span>
      {compiled && (
        <ItemInput catalogue={compiled.catalogue} itemId={null} label={t('goToItem')} onItem={onItem} />
      )}
      <GuardedButton why={whyNot({ mayEdit, changed, errors, pending }, t)} onClick={onPublish}>
        {t('publish.open')}
      </GuardedButton>
    </header>
  );
}

const ORDER: readonly Keeping[] = ['failed', 'overtaken', 'outdated', 'sending', 'waiting', 'kept'];
const worst = (all: readonly Keeping[]): Keeping => ORDER.find((one) => all.includes(one)) ?? 'kept';

/** Why nothing can be published now; null: it can. */
function whyNot(
  {
    mayEdit,
    changed,
    errors,
    pending,
  }: { mayEdit: boolean; changed: ReadonlySet<string>; errors: SourceFinding[]; pending: boolean },
  t: TFunction<'studio'>,
): string | null {
  if (!mayEdit) return t('access.noEdit');
  if (changed.size === 0) return t('publish.nothing');
  if (pending) return t('findings.checking');
  // what has no errors can be published without the rest; the dialog asks what of it belongs together
  const broken = new Set(errors.map(({ file }) => file));
  const isNoneGood = [...changed].every((file) => broken.has(file));
  return isNoneGood ? t('publish.hasErrors', { count: errors.length }) : null;
}
