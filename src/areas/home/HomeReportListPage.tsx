/** All due reports, soonest first. A row opens its case and explains why the report is due. */
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportHomeReports, listHomeReports, type ListRow } from '../../../shared/contract/index.ts';
import { PageHeader } from '../../components/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { List, type Cells } from '../../lists/index.ts';
import { DueWhy } from './DueWhy.tsx';
import classes from './HomePage.module.css';

/** Which case, and which of its receivers, a row is about. */
function reportOf({ rowKey, name }: ListRow) {
  const [caseKey = '', receiver = ''] = rowKey.split(' ');
  return { caseKey: Number(caseKey), caseNo: name, receiver };
}

export function HomeReportListPage() {
  const { t } = useTranslation(['home', 'explain']);
  const { sponsorKey } = useRouteContext();
  const [explained, setExplained] = useState<ReturnType<typeof reportOf> | null>(null);
  const cells = useMemo(
    (): Cells => ({
      daysLeft: (row, { drawn }) => (
        <span className={classes.left}>
          {drawn}
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={t('due.whyOf', reportOf(row))}
            onClick={() => setExplained(reportOf(row))}
          >
            {t('explain:why')}
          </Button>
        </span>
      ),
    }),
    [t],
  );
  return (
    <div className={classes.wide}>
      <PageHeader title={t('due.title')} />
      <List
        menuId="MU-HM-RP"
        call={listHomeReports}
        exportCall={exportHomeReports}
        params={{ sponsorKey }}
        label={t('due.title')}
        path="home/report/list"
        searchLabel={t('due.search')}
        empty={t('due.none')}
        cells={cells}
      />
      {explained && <DueWhy report={explained} onClose={() => setExplained(null)} />}
    </div>
  );
}
