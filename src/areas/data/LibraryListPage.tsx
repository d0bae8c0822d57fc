/** The library: questions that come with the product, the user's own, and those that others share. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { exportSearchLibraries, listSearchLibraries } from '../../../shared/contract/index.ts';
import { usePathTo } from '../../app-context/routeContext.ts';
import { PageHeader } from '../../components/index.ts';
import { List } from '../../lists/index.ts';
import { NEW_QUESTION } from './draft.ts';
import { useReplaceQuestion } from './useReplaceQuestion.tsx';
import classes from './data.module.css';

export function LibraryListPage() {
  const { t } = useTranslation('data');
  const to = usePathTo();
  const navigate = useNavigate();
  const replaceQuestion = useReplaceQuestion();
  const begin = async () => {
    if (await replaceQuestion(NEW_QUESTION)) void navigate(to('data/export'));
  };
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('library.title')}
        actions={
          <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => void begin()}>
            {t('library.new')}
          </Button>
        }
      />
      <List
        menuId="MU-DT-LB"
        call={listSearchLibraries}
        exportCall={exportSearchLibraries}
        path="data/library/list"
        label={t('library.title')}
        searchLabel={t('library.search')}
        empty={t('library.none')}
      />
    </div>
  );
}
