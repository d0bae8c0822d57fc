/** Says why a page cannot be edited, how that came about, and who can change it. */
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useTimeZone } from '../../../app-context/routeContext.ts';
import { Notice } from '../../../feedback/Notice.tsx';
import { formatTime } from '../../../i18n/formatTime.ts';
import { useMay } from '../../../session/sessionStore.ts';
import type { PageContent } from '../page.queries.ts';
import { reasonWords } from '../status/reasonWords.ts';
import { whoCan } from '../status/whoCan.ts';
import classes from '../status/status.module.css';
import { pagePath, useCaseRoute } from '../caseRoute.ts';

/** Reasons that an editor can undo. */
const UNDONE = ['deleted', 'locked', 'stepClosed', 'rowDeleted'] as const;
type Undone = (typeof UNDONE)[number];
const isUndone = (reason: NonNullable<PageContent['readOnly']>): reason is Undone =>
  UNDONE.some((one) => one === reason);

export function ReadOnlyBanner({
  content,
}: {
  content: Pick<PageContent, 'readOnly' | 'readOnlyDetail' | 'status'>;
}) {
  const { t } = useTranslation('status');
  const timeZone = useTimeZone();
  const mayEdit = useMay('EDIT.CASE');
  const { page, to } = useCaseRoute();
  const { readOnly, readOnlyDetail: detail, status } = content;
  if (!readOnly) return null;
  const who = whoCan(t, content);
  return (
    <Notice tone="warning" icon={<IconLock size={15} aria-hidden />} role="status">
      <span>{t(`readOnly.${readOnly}`, { step: status.caseWorkflowLabel })}</span>
      {mayEdit && isUndone(readOnly) && <span>{t(`toEdit.${readOnly}`)}</span>}
      {detail?.by && readOnly !== 'noPrivilege' && (
        <span>
          {t(`by.${readOnly}`, {
            name: detail.by.userName,
            at: formatTime(detail.by.at, timeZone),
            reason: reasonWords(t, detail.by.reason),
          })}
        </span>
      )}
      {who && <span>{who}</span>}
      {detail?.newest && (
        <Link className={classes.link} to={to(pagePath(detail.newest.caseKey, page ?? ''))}>
          {t('openNewest', { versionNo: detail.newest.versionNo })}
        </Link>
      )}
    </Notice>
  );
}
