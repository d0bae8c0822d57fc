/** Mails about cases that were sent, and each of them in a dialog, which has an address of its own. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router-dom';
import { exportEmailLogs, listEmailLogs, type ListRow } from '../../../shared/contract/index.ts';
import { belowPrefix } from '../../app-context/routeContext.ts';
import { PageHeader } from '../../components/index.ts';
import { List } from '../../lists/index.ts';
import { EmailLogDialog } from './EmailLogDialog.tsx';
import classes from './emailLogs.module.css';

/** key of the mail whose dialog is open, in the query of the address */
const OPEN = 'mail';

export function EmailLogPage() {
  const { t } = useTranslation('emailLogs');
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const open = Number(search.get(OPEN));
  const linkOf = useCallback(
    ({ rowKey }: ListRow) => {
      const next = new URLSearchParams(search);
      next.set(OPEN, rowKey);
      return `${belowPrefix(pathname)}?${next}`;
    },
    [pathname, search],
  );
  const close = () =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      next.delete(OPEN);
      return next;
    });
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} />
      <List
        menuId="MU-CS-LOG"
        call={listEmailLogs}
        exportCall={exportEmailLogs}
        path="case/email-log"
        label={t('title')}
        empty={t('none')}
        linkOf={linkOf}
      />
      {Number.isSafeInteger(open) && open > 0 && <EmailLogDialog emailKey={open} onClose={close} />}
    </div>
  );
}
