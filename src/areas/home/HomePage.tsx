/** Where one begins: what is due, where the cases stand, what came in, and the ways to all of it. */
import { Button, Group } from '@mantine/core';
import { IconFileImport, IconFileStack } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PageHeader } from '../../components/index.ts';
import { usePathTo } from '../../app-context/routeContext.ts';
import { useMay, useSession } from '../../session/sessionStore.ts';
import { DueReports } from './DueReports.tsx';
import { EdcSync } from './EdcSync.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { HomeNotices } from './HomeNotices.tsx';
import classes from './HomePage.module.css';
import { NoticePopup } from './notices/NoticePopup.tsx';
import { OpenCase } from './OpenCase.tsx';
import { RecentCases } from './RecentCases.tsx';
import { WorkflowStatus } from './WorkflowStatus.tsx';
import { YourWork } from './YourWork.tsx';

export function HomePage() {
  const { t } = useTranslation('home');
  const { userName, useWorkflow } = useSession();
  const to = usePathTo();
  const mayCases = useMay('READ.CASE', 'EDIT.CASE');
  const mayImport = useMay('EDIT.DATA');
  const mayWorkflow = useMay('READ.CASE_WORKFLOW');
  const mayAdminister = useMay('EDIT.ADMIN');
  const maySync = useMay('READ.SYNC', 'EDIT.SYNC');
  return (
    <div className={classes.page}>
      <PageHeader title={t('welcome', { name: userName })} />
      <Group mb="md" gap="xs" align="flex-start">
        {mayCases && (
          <Button component={Link} to={to('case/list')} leftSection={<IconFileStack size={16} aria-hidden />}>
            {t('toCases')}
          </Button>
        )}
        {mayImport && (
          <Button
            component={Link}
            to={to('data/import')}
            variant="default"
            leftSection={<IconFileImport size={16} aria-hidden />}
          >
            {t('toImport')}
          </Button>
        )}
        {mayCases && <OpenCase />}
      </Group>
      <YourWork />
      {mayAdminister && <FirstSteps />}
      <div className={classes.cards}>
        {mayCases && <DueReports />}
        {mayWorkflow && useWorkflow && <WorkflowStatus />}
        <HomeNotices />
        {maySync && <EdcSync />}
        {mayCases && <RecentCases />}
      </div>
      <NoticePopup />
    </div>
  );
}
