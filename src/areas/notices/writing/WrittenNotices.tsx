/** The notices that were written in the sponsor, as a list. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { exportWrittenNotices, listWrittenNotices, type ListRow } from '../../../../shared/contract/index.ts';
import { usePathTo, useRouteContext } from '../../../app-context/routeContext.ts';
import { List } from '../../../lists/index.ts';

interface WrittenNoticesProps {
  /** of the page, if it keeps the state of the list */
  path?: string;
  /** instead of the link of the administration */
  linkOf?: (row: ListRow) => string;
}

export function WrittenNotices({ path, linkOf }: WrittenNoticesProps) {
  const { t } = useTranslation('noticeWriting');
  const { sponsorKey } = useRouteContext();
  return (
    <List
      menuId="AD-MU-NT"
      call={listWrittenNotices}
      exportCall={exportWrittenNotices}
      params={{ sponsorKey }}
      label={t('title')}
      {...(path !== undefined && { path })}
      {...(linkOf && { linkOf })}
      searchLabel={t('search')}
      empty={t('none')}
    />
  );
}

/** Opens the form of a new notice. */
export function WriteButton({ path }: { path: string }) {
  const { t } = useTranslation('noticeWriting');
  const to = usePathTo();
  return (
    <Button component={Link} to={to(path)} leftSection={<IconPlus size={15} aria-hidden />}>
      {t('write')}
    </Button>
  );
}
