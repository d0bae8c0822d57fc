/** The notices meant for the user: searched by title, paged, opened by click or Enter. */
import { IconPaperclip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import {
  countDown,
  DataTable,
  EmptyState,
  PageHeader,
  SearchForm,
  StatusBadge,
  Timestamp,
  type Column,
  type PagingInfo,
} from '../../components/index.ts';
import { usePathTo, usePlace, useTimeZone } from '../../frame/place.ts';
import { effectOf } from './effectOf.ts';
import { useNoticePlace } from './noticeAddress.ts';
import classes from './notices.module.css';
import { noticesQuery, type NoticeLine } from './notices.queries.ts';

export function NoticeListPage() {
  const { t } = useTranslation('notices');
  const { place, hash, go } = useNoticePlace();
  const { sponsorKey } = usePlace();
  const to = usePathTo();
  const navigate = useNavigate();
  const notices = useQuery(noticesQuery(sponsorKey, place, hash));
  const info = notices.data?.pageInfo;
  const columns = useColumns(info);
  const rows = notices.data?.listInfo ?? [];
  const open = ({ noticeKey }: NoticeLine) => void navigate(to(`home/notice/${noticeKey}/detail`));
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} />
      <SearchForm
        keyword={place.keyword}
        label={t('search')}
        onSearch={(keyword) => go({ keyword, pageNo: 1 })}
      />
      {notices.isSuccess && rows.length === 0 ? (
        <EmptyState title={t(place.keyword ? 'noMatch' : 'none')} />
      ) : (
        <DataTable
          label={t('title')}
          rows={rows}
          rowKey={({ noticeKey }) => String(noticeKey)}
          columns={columns}
          loading={notices.isPending}
          paging={info}
          onPaging={go}
          onOpen={open}
        />
      )}
    </div>
  );
}

function useColumns(info: PagingInfo | undefined): Column<NoticeLine>[] {
  const { t } = useTranslation('notices');
  const timeZone = useTimeZone();
  const to = usePathTo();
  return [
    { key: 'no', label: t('columns.no'), align: 'right', render: (_, at) => info && countDown(info, at) },
    {
      key: 'title',
      label: t('columns.title'),
      render: (line) => (
        <span className={classes.name}>
          <Link to={to(`home/notice/${line.noticeKey}/detail`)}>{line.title}</Link>
          {line.files > 0 && (
            <IconPaperclip size={14} role="img" aria-label={t('fileCount', { count: line.files })} />
          )}
          {line.new === 'Y' && <StatusBadge tone="info">{t('new')}</StatusBadge>}
          {line.ended === 'Y' && <StatusBadge tone="neutral">{t('ended')}</StatusBadge>}
        </span>
      ),
    },
    {
      key: 'effect',
      label: t('columns.effect'),
      render: ({ effectDate, expireDate }) => (
        <span className={classes.days}>{effectOf(t, effectDate, expireDate)}</span>
      ),
    },
    { key: 'userName', label: t('columns.userName'), render: ({ userName }) => userName },
    {
      key: 'regTime',
      label: t('columns.regTime'),
      render: ({ regTime }) => <Timestamp iso={regTime} timeZone={timeZone} />,
    },
  ];
}
