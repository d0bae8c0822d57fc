/** Workflow, review and lock of a case as one sentence; beside it what the report declares. */
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '../../../components/index.ts';
import type { CasePages } from '../case.queries.ts';

type Status = CasePages['status'];

/** The first that holds. */
const SENTENCES = [
  ['superseded', 'neutral', ({ superseded }) => superseded],
  ['deleted', 'error', ({ deleted }) => deleted],
  ['reviewedLocked', 'success', ({ locked, reviewed }) => locked && reviewed],
  ['locked', 'warning', ({ locked }) => locked],
  ['reviewedClosed', 'neutral', ({ stepClosed, reviewed }) => stepClosed && reviewed],
  ['closed', 'neutral', ({ stepClosed }) => stepClosed],
  ['reviewed', 'success', ({ reviewed }) => reviewed],
] as const satisfies readonly (readonly [string, Tone, (status: Status) => boolean])[];

export function StatusSentence({ status }: { status: Status }) {
  const { t } = useTranslation('status');
  const [sentence, tone] = SENTENCES.find(([, , holds]) => holds(status)) ?? (['open', 'neutral'] as const);
  return (
    <>
      <StatusBadge tone={tone}>{t(`sentence.${sentence}`, { step: status.caseWorkflowLabel })}</StatusBadge>
      {status.nullified && <StatusBadge tone="error">{t('flags.nullified')}</StatusBadge>}
      {status.amended && <StatusBadge tone="info">{t('flags.amended')}</StatusBadge>}
    </>
  );
}
