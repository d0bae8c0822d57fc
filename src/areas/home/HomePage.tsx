/** Where one begins: the ways to the cases, and those changed last. */
import { Button, Group, Loader, Paper, Title } from '@mantine/core';
import { IconFileImport, IconFileStack } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { listCases } from '../../../shared/contract/index.ts';
import { call, serverNow } from '../../api/index.ts';
import { EmptyState, PageHeader } from '../../components/index.ts';
import { usePathTo, usePlace } from '../../frame/place.ts';
import { timeAgo } from '../../i18n/formatTime.ts';
import { useMay, useSession } from '../../session/sessionStore.ts';
import { HomeNotices } from './HomeNotices.tsx';
import classes from './HomePage.module.css';
import { NoticePopup } from './notices/NoticePopup.tsx';

/** Specification section 9. */
const SUMMARY_ROWS = 5;

export function HomePage() {
  const { t } = useTranslation('home');
  const { userName } = useSession();
  const to = usePathTo();
  const mayCases = useMay('READ.CASE', 'EDIT.CASE');
  const mayImport = useMay('EDIT.DATA');
  return (
    <div className={classes.page}>
      <PageHeader title={t('welcome', { name: userName })} />
      <Group mb="lg">
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
      </Group>
      {mayCases && <RecentCases />}
      <HomeNotices />
      <NoticePopup />
    </div>
  );
}

function RecentCases() {
  const { t } = useTranslation('home');
  const { sponsorKey, sessionSenderKey, language } = usePlace();
  const to = usePathTo();
  const recent = useQuery({
    queryKey: ['cases', `${sponsorKey}/${sessionSenderKey}`, 'recent'],
    queryFn: ({ signal }) =>
      call(listCases, {
        query: { pageNo: 1, rowCount: SUMMARY_ROWS, sort: 'updatedAt', direction: 'desc', deleted: 'N' },
        signal,
      }),
  });
  const rows = recent.data?.listInfo ?? [];
  return (
    <Paper withBorder className={classes.card}>
      <Title order={2} mb="xs">
        {t('recent')}
      </Title>
      {recent.isPending && <Loader aria-label={t('frame:loading')} />}
      {recent.isSuccess && rows.length === 0 && <EmptyState title={t('noCases')} />}
      <ul className={classes.list}>
        {rows.map((row) => (
          <li key={row.caseKey}>
            <Link to={to(`case/${row.caseKey}/detail`)} className={classes.row}>
              <strong>{row.caseNo}</strong>
              <span className={classes.what}>
                {[row.aeTerm, row.productName].filter(Boolean).join(' · ')}
              </span>
              <span className={classes.when}>
                {timeAgo(row.updatedAt, serverNow(), language)} · {row.updatedBy}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Paper>
  );
}
