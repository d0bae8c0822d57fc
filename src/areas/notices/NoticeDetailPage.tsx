/** A notice with its author, time, text and files. */
import { Button, Group, Paper } from '@mantine/core';
import { IconArrowLeft, IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { readFile, type DataOf, type readNotice } from '../../../shared/contract/index.ts';
import { download } from '../../api/index.ts';
import {
  Details,
  LoadingArea,
  PageHeader,
  RichText,
  StatusBadge,
  Timestamp,
} from '../../components/index.ts';
import { usePathTo, useRouteContext, useTimeZone } from '../../app-context/routeContext.ts';
import { PageFailure } from '../../feedback/PageFailure.tsx';
import { formatDate } from '../../i18n/formatTime.ts';
import { lazyComponent } from '../../lazy/lazyComponent.tsx';
import { useMay } from '../../session/sessionStore.ts';
import classes from './notices.module.css';
import { noticeQuery } from './notices.queries.ts';

/** with the editor of texts, which readers do not load */
const NoticeEditor = lazyComponent(
  () => import('./writing/NoticeEditor.tsx').then((module) => module.NoticeEditor),
  LoadingArea,
);

const LIST = 'home/notice/list';
const KB = 1024;

type NoticeData = DataOf<typeof readNotice>;

export function NoticeDetailPage() {
  const { noticeKey } = useParams();
  const [search] = useSearchParams();
  const mayWrite = useMay('EDIT.ADMIN');
  if (!mayWrite || !search.has('edit')) return <ReadNotice />;
  return (
    <div className={classes.page}>
      <NoticeEditor
        noticeKey={Number(noticeKey)}
        listPath={LIST}
        pathOf={(key) => `home/notice/${key}/detail?edit`}
      />
    </div>
  );
}

function ReadNotice() {
  const { t } = useTranslation(['notices', 'noticeWriting']);
  const { sponsorKey } = useRouteContext();
  const { noticeKey } = useParams();
  const to = usePathTo();
  const notice = useQuery(noticeQuery(sponsorKey, Number(noticeKey)));
  // what is for all is written by the system administration
  const mayEdit = useMay('EDIT.ADMIN') && notice.data?.noticeAll === 'N';
  if (notice.isLoadingError)
    return <PageFailure error={notice.error} onRetry={() => void notice.refetch()} />;
  return (
    <div className={classes.page}>
      <PageHeader
        title={notice.data?.title ?? t('title')}
        subtitle={notice.data?.ended === 'Y' && <StatusBadge tone="neutral">{t('ended')}</StatusBadge>}
        actions={
          <Group gap={6}>
            <Button
              component={Link}
              to={to(LIST)}
              variant="default"
              leftSection={<IconArrowLeft size={15} aria-hidden />}
            >
              {t('toList')}
            </Button>
            {mayEdit && (
              <Button component={Link} to={to(`home/notice/${noticeKey}/detail?edit`)} variant="default">
                {t('noticeWriting:edit')}
              </Button>
            )}
          </Group>
        }
      />
      {notice.data ? <Sheet notice={notice.data} /> : <LoadingArea />}
    </div>
  );
}

function Sheet({ notice }: { notice: NoticeData }) {
  const { t } = useTranslation('notices');
  const timeZone = useTimeZone();
  return (
    <Paper component="article" withBorder className={classes.sheet}>
      <Details
        className={classes.meta}
        details={[
          { label: t('columns.userName'), value: notice.userName },
          { label: t('columns.regTime'), value: <Timestamp iso={notice.regTime} timeZone={timeZone} /> },
          { label: t('columns.effect'), value: effectOf(t, notice.effectDate, notice.expireDate) },
        ]}
      />
      <RichText text={notice.content} top={2} />
      {notice.fileList.length > 0 && <Files files={notice.fileList} />}
      <nav className={classes.neighbours} aria-label={t('neighbours')}>
        <Neighbour noticeKey={notice.previousKey} side="previous" />
        <Neighbour noticeKey={notice.nextKey} side="next" />
      </nav>
    </Paper>
  );
}

function Files({ files }: { files: NoticeData['fileList'] }) {
  const { t } = useTranslation('notices');
  const { sponsorKey } = useRouteContext();
  const taking = useMutation({
    mutationFn: (fileKey: string) => download(readFile, { params: { sponsorKey, fileKey } }),
  });
  return (
    <ul className={classes.files} aria-label={t('files')}>
      {files.map(({ fileKey, fileName, size }) => (
        <li key={fileKey}>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconDownload size={15} aria-hidden />}
            loading={taking.isPending && taking.variables === fileKey}
            onClick={() => taking.mutate(fileKey)}
          >
            {t('download', { fileName, kilobytes: Math.max(1, Math.round(size / KB)) })}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Neighbour({ noticeKey, side }: { noticeKey: number | null; side: 'previous' | 'next' }) {
  const { t } = useTranslation('notices');
  const to = usePathTo();
  if (noticeKey === null) return null;
  const Arrow = side === 'previous' ? IconChevronLeft : IconChevronRight;
  return (
    <Button
      component={Link}
      to={to(`home/notice/${noticeKey}/detail`)}
      variant="default"
      size="xs"
      {...{ [side === 'previous' ? 'leftSection' : 'rightSection']: <Arrow size={14} aria-hidden /> }}
    >
      {t(`neighbour.${side}`)}
    </Button>
  );
}

/** The period in which a notice is in effect, in words. */
const effectOf = (t: TFunction<'notices'>, effectDate: string, expireDate: string | null): string => {
  const from = formatDate(effectDate);
  return expireDate === null
    ? t('effectFrom', { from })
    : t('effectBetween', { from, to: formatDate(expireDate) });
};
