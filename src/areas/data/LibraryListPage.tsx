/** The library: questions that come with the product, the user's own, and those that others share. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { exportSearchLibraries, listSearchLibraries } from '../../../shared/contract/index.ts';
import { usePathTo } from '../../app-context/routeContext.ts';
import { PageHeader } from '../../components/index.ts';
import { List } from '../../lists/index.ts';
import { clearDraft } from './draft.ts';
import classes from './data.module.css';

export function LibraryListPage() {
  const { t } = useTranslation('data');
  const to = usePathTo();
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('library.title')}
        actions={
          <Button
            component={Link}
            to={to('data/export')}
            onClick={clearDraft}
            leftSection={<IconPlus size={15} aria-hidden />}
          >
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
