/** The notices of the system administration. */
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../components/index.ts';
import classes from '../notices.module.css';
import { WriteButton, WrittenNotices } from './WrittenNotices.tsx';

export function WrittenNoticesPage() {
  const { t } = useTranslation('noticeWriting');
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={<WriteButton path="notice/0/detail" />}
      />
      <WrittenNotices path="notice/list" />
    </div>
  );
}
