/** Lists over all sponsors, a page for each: users, and how cases, messages and receivers stand. */
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import {
  exportAllCases,
  exportAllMessages,
  exportAllReceivers,
  exportAllUsers,
  listAllCases,
  listAllMessages,
  listAllReceivers,
  listAllUsers,
} from '../../../shared/contract/index.ts';
import { ListPage } from '../../lists/index.ts';

type ListProps = ComponentProps<typeof ListPage>;

interface SystemListProps extends Pick<ListProps, 'menuId' | 'call' | 'exportCall'> {
  /** below the prefix of the area, of a list whose address has the page; left out: it has not */
  path?: string;
  /** names the words of the list */
  of: 'users' | 'cases' | 'messages' | 'receivers';
}

function SystemList({ of, ...list }: SystemListProps) {
  const { t } = useTranslation('systemAdmin');
  return (
    <ListPage
      {...list}
      label={t(`lists.${of}.title`)}
      searchLabel={t(`lists.${of}.search`)}
      empty={t(`lists.${of}.none`)}
    />
  );
}

export const AllUsersPage = () => (
  <SystemList of="users" menuId="AD-MU-US" call={listAllUsers} exportCall={exportAllUsers} path="user/list" />
);

export const AllCasesPage = () => (
  <SystemList
    of="cases"
    menuId="AD-MU-SE"
    call={listAllCases}
    exportCall={exportAllCases}
    path="search/data"
  />
);

export const AllMessagesPage = () => (
  <SystemList
    of="messages"
    menuId="AD-MU-SE-SM"
    call={listAllMessages}
    exportCall={exportAllMessages}
    path="search/submission"
  />
);

export const AllReceiversPage = () => (
  <SystemList of="receivers" menuId="AD-MU-CI" call={listAllReceivers} exportCall={exportAllReceivers} />
);
