/** The flags of a version of a case in words. */
import type { Static } from 'typebox';
import { useTranslation } from 'react-i18next';
import type { CaseStatus as CaseStatusSchema } from '../../shared/contract/caseStatus.ts';
import { StatusBadge, type Tone } from './Small.tsx';

type CaseStatus = Static<typeof CaseStatusSchema>;

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
