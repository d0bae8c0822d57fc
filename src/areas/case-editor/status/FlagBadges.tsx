/** The flags of a version in words. */
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '../../../components/index.ts';
import type { CaseStatus } from '../case.queries.ts';

const FLAGS = [
  ['reviewed', 'success'],
  ['locked', 'warning'],
  ['deleted', 'error'],
  ['superseded', 'neutral'],
  ['nullified', 'error'],
  ['amended', 'info'],
] as const satisfies readonly (readonly [keyof CaseStatus, Tone])[];

export function FlagBadges({ status }: { status: CaseStatus }) {
  const { t } = useTranslation('status');
  return FLAGS.filter(([flag]) => status[flag]).map(([flag, tone]) => (
    <StatusBadge key={flag} tone={tone}>
      {t(`flags.${flag}`)}
    </StatusBadge>
  ));
}
