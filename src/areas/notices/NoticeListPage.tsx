/** The notices meant for the user, those that ended too; for administrators also those that were written here. */
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportNotices, listNotices, type ListRow } from '../../../shared/contract/index.ts';
import { PageHeader } from '../../components/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { List } from '../../lists/index.ts';
import { useMay } from '../../session/sessionStore.ts';
import classes from './notices.module.css';
import { WriteButton, WrittenNotices } from './writing/WrittenNotices.tsx';

/** Where a notice of the sponsor is edited, below the prefix. */
const editPath = (noticeKey: number | string): string => `home/notice/${noticeKey}/detail?edit`;
const toEdit = ({ rowKey }: ListRow): string => editPath(rowKey);

export function NoticeListPage() {
  const { t } = useTranslation(['notices', 'noticeWriting']);
  const { sponsorKey } = useRouteContext();
  const mayWrite = useMay('EDIT.ADMIN');
  const [shown, show] = useState<'read' | 'written'>('read');
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('title')}
        actions={mayWrite && <WriteButton path={editPath(0)} />}
        subtitle={
          mayWrite && (
            <SegmentedControl
              aria-label={t('noticeWriting:switch.label')}
              value={shown}
              onChange={show}
              data={[
                { value: 'read', label: t('noticeWriting:switch.read') },
                { value: 'written', label: t('noticeWriting:switch.written') },
              ]}
            />
          )
        }
      />
      {shown === 'written' ? (
        <WrittenNotices linkOf={toEdit} />
      ) : (
        <List
          menuId="MU-HM-NT"
          call={listNotices}
          exportCall={exportNotices}
          params={{ sponsorKey }}
          label={t('title')}
          path="home/notice/list"
          searchLabel={t('search')}
          empty={t('none')}
        />
      )}
    </div>
  );
}
