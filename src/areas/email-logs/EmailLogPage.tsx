/** Mails about cases that were sent, and each of them in a dialog, which has an address of its own. */
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { exportEmailLogs, listEmailLogs } from '../../../shared/contract/index.ts';
import { PageHeader } from '../../components/index.ts';
import { List } from '../../lists/index.ts';
import { EmailLogDialog } from './EmailLogDialog.tsx';
import classes from './emailLogs.module.css';

/** key of the mail whose dialog is open, in the query of the address */
const OPEN = 'mail';

export function EmailLogPage() {
  const { t } = useTranslation('emailLogs');
  const [search, setSearch] = useSearchParams();
  const open = Number(search.get(OPEN));
  const show = (key: string | null) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (key === null) next.delete(OPEN);
      else next.set(OPEN, key);
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
        onOpen={({ rowKey }) => show(rowKey)}
      />
      {Number.isSafeInteger(open) && open > 0 && (
        <EmailLogDialog emailKey={open} onClose={() => show(null)} />
      )}
    </div>
  );
}
