/** Batches, the answers that belong to none, and bringing an answer in by hand. */
import { useTranslation } from 'react-i18next';
import { exportSubmissions, listSubmissions } from '../../../shared/contract/index.ts';
import { useMay } from '../../session/sessionStore.ts';
import { PageHeader } from '../../components/index.ts';
import { List } from '../../lists/index.ts';
import { UnmatchedAnswers } from './UnmatchedAnswers.tsx';
import { UploadAnswer } from './UploadAnswer.tsx';
import classes from './submissions.module.css';

export function HistoryPage() {
  const { t } = useTranslation('submissions');
  const mayEdit = useMay('EDIT.SUBMISSION');
  return (
    <div className={classes.page}>
      <PageHeader title={t('history.title')} actions={mayEdit && <UploadAnswer />} />
      <UnmatchedAnswers />
      <List
        menuId="MU-SM-HI"
        call={listSubmissions}
        exportCall={exportSubmissions}
        path="submission/history/list"
        label={t('history.title')}
        searchLabel={t('history.search')}
        empty={
          mayEdit
            ? `${t('history.none')} ${t('history.noneSelect', { page: t('pages:titles.submission') })}`
            : t('history.none')
        }
      />
    </div>
  );
}
