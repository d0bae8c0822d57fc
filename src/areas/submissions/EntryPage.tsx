/** Cases that are due to a receiver, chosen for one, or had by one in an earlier version; those of one receiver are put into a batch. */
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router-dom';
import { exportSubmissionCases, listSubmissionCases, type ListRow } from '../../../shared/contract/index.ts';
import { GuardedButton, PageHeader, Toolbar } from '../../components/index.ts';
import { usePathTo } from '../../app-context/routeContext.ts';
import { EndingTransports } from './EndingTransports.tsx';
import { SavedSearch } from '../../saved-search/SavedSearch.tsx';
import { useOfLibrary } from '../../saved-search/useOfLibrary.ts';
import { List } from '../../lists/index.ts';
import { NewBatchDialog } from './NewBatchDialog.tsx';
import classes from './submissions.module.css';

/** Row keys are case and receiver, separated by the first space. */
const caseOf = ({ rowKey }: ListRow): number => Number(rowKey.split(' ', 1)[0]);
const receiverOf = ({ rowKey }: ListRow): string => rowKey.slice(rowKey.indexOf(' ') + 1);

interface Chosen {
  receiver: string;
  caseKeys: number[];
}

export function EntryPage() {
  const { t } = useTranslation('submissions');
  const { caseKey } = useParams();
  const to = usePathTo();
  const { ofLibrary } = useOfLibrary();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const whyNot = (selected: readonly ListRow[]): string | null => {
    if (selected.length === 0) return t('entry.choose');
    return new Set(selected.map(receiverOf)).size > 1 ? t('entry.oneReceiver') : null;
  };
  // no key of a case: all cases, as an unknown record leads to its list
  if (caseKey && !Number.isSafeInteger(Number(caseKey))) return <Navigate to={to('submission')} replace />;
  return (
    <div className={classes.page}>
      <PageHeader title={t('entry.title')} />
      <EndingTransports />
      {caseKey && (
        <p className={classes.note}>
          {t('entry.oneCase')} <Link to={to('submission')}>{t('entry.allCases')}</Link>
        </p>
      )}
      <SavedSearch hasButton />
      <List
        key={caseKey ?? 'all'}
        menuId="MU-SM"
        call={listSubmissionCases}
        exportCall={exportSubmissionCases}
        query={{ ...(caseKey && { caseKey: Number(caseKey) }), ...ofLibrary?.query }}
        label={t('entry.title')}
        empty={t('entry.none')}
        selectable
        actions={({ selected }) => (
          <Toolbar label={t('entry.actions')}>
            <GuardedButton
              leftSection={<IconSend size={15} aria-hidden />}
              why={whyNot(selected)}
              onClick={() => {
                const [first] = selected;
                if (first) setChosen({ receiver: receiverOf(first), caseKeys: selected.map(caseOf) });
              }}
            >
              {t('entry.make')}…
            </GuardedButton>
          </Toolbar>
        )}
      />
      {chosen && <NewBatchDialog {...chosen} onClose={() => setChosen(null)} />}
    </div>
  );
}
