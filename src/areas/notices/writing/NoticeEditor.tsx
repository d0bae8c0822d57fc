/** Reads a notice and opens its form. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { useUndisturbed } from '../../../app-context/undisturbed.ts';
import { LoadingArea } from '../../../components/index.ts';
import { PageFailure } from '../../../feedback/PageFailure.tsx';
import { OpenNotice, type NoticePaths } from './OpenNotice.tsx';
import { writtenNoticeQuery } from './written.queries.ts';

interface NoticeEditorProps extends NoticePaths {
  /** 0: a new one */
  noticeKey: number;
}

export function NoticeEditor({ noticeKey, ...paths }: NoticeEditorProps) {
  const { sponsorKey } = useRouteContext();
  const notice = useQuery({ ...writtenNoticeQuery(sponsorKey, noticeKey), meta: { ofPage: true } });
  // dropping the changes opens the form again
  const [opened, setOpened] = useState(0);
  const data = useUndisturbed(notice.data);
  if (notice.isLoadingError)
    return <PageFailure error={notice.error} onRetry={() => void notice.refetch()} />;
  if (!data) return <LoadingArea />;
  return (
    <OpenNotice
      key={`${noticeKey} ${data.changedAt} ${opened}`}
      notice={data}
      {...paths}
      onDiscard={() => setOpened((count) => count + 1)}
    />
  );
}
