/** The number of findings for each receiver that a decision about a case is about. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Notice } from '../feedback/Notice.tsx';

export interface ReceiverReadiness {
  receiver: string;
  errors: number;
  warnings: number;
}

interface ReadinessNoticeProps {
  readiness: readonly ReceiverReadiness[];
  /** the case cannot go on with errors */
  isBlocked: boolean;
  /** open questions that a lock is about; left out: they do not matter */
  questions?: { open: number; isBlocked: boolean };
}

export function ReadinessNotice({ readiness, isBlocked, questions }: ReadinessNoticeProps) {
  const { t } = useTranslation('findings');
  const hasErrors = readiness.some(({ errors }) => errors > 0);
  const hasWarnings = readiness.some(({ warnings }) => warnings > 0);
  const open = questions?.open ?? 0;
  return (
    <Notice tone={hasErrors ? 'error' : hasWarnings || open > 0 ? 'warning' : 'success'}>
      {readiness.map((one) => (
        <div key={one.receiver}>{readinessText(t, one)}</div>
      ))}
      {hasErrors && isBlocked && <div>{t('readiness.blocked')}</div>}
      {open > 0 && <div>{t('readiness.questions', { count: open })}</div>}
      {open > 0 && questions?.isBlocked && <div>{t('readiness.questionsBlock')}</div>}
    </Notice>
  );
}

/** "5 errors, 12 warnings for FDA" */
export const readinessText = (
  t: TFunction<'findings'>,
  { receiver, errors, warnings }: ReceiverReadiness,
): string =>
  errors + warnings === 0
    ? t('readiness.none', { receiver })
    : t('readiness.found', {
        errors: t('readiness.errors', { count: errors }),
        warnings: t('readiness.warnings', { count: warnings }),
        receiver,
      });
