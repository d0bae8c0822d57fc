/** A record: its name and state, its pages as tabs, and the page shown. */
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { RecordKind } from '../../../schemas/compile/catalogue.types.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import tabs from '../../components/tabs.module.css';
import { ErrorArea } from '../../feedback/ErrorArea.tsx';
import { PageFailure } from '../../feedback/PageFailure.tsx';
import classes from './caseInfo.module.css';
import { CompanyUsers } from './CompanyUsers.tsx';
import { NotAvailable } from './NotAvailable.tsx';
import { OpenRecord, type RecordActions } from './OpenRecord.tsx';
import { RecordAudit } from './RecordAudit.tsx';
import { RecordHeader } from './RecordHeader.tsx';
import { recordQuery } from './records.queries.ts';
import {
  ACCOUNT,
  AUDIT,
  MAPPING,
  MEMBERS,
  TRANSPORT,
  USES,
  useRecordKind,
  useRecordRoute,
} from './recordRoute.ts';
import { RecordUses } from './RecordUses.tsx';
import { ReceiverTransport } from './transport/ReceiverTransport.tsx';
import { UserAccount } from './UserAccount.tsx';

/** The role that records of receivers have an item of. */
const RECEIVER_ROLE = 'receiverType';
const BESIDE_FORMS = new Set([AUDIT, USES, ACCOUNT, MEMBERS, TRANSPORT]);

export function RecordDetailPage() {
  const kind = useRecordKind();
  return kind ? <RecordDetail key={kind.kind} kind={kind} /> : <NotAvailable />;
}

function RecordDetail({ kind }: { kind: RecordKind }) {
  const { t } = useTranslation(['caseInfo', 'frame']);
  const { sponsorKey, appendix, language } = useRouteContext();
  const { recordKey, page } = useRecordRoute(kind);
  const [actions, setActions] = useState<RecordActions | null>(null);
  const form = BESIDE_FORMS.has(page) ? (kind.catalogue.pageOrder[0] ?? '') : page;
  const address = useMemo(
    () => ({ sponsorKey, kind: kind.kind, recordKey, page: form }),
    [sponsorKey, kind, recordKey, form],
  );
  const content = useQuery({ ...recordQuery(address, appendix), meta: { ofPage: true } });
  // dropping the changes, or another state of the record, opens the page again
  const [opened, setOpened] = useState(0);
  // what cannot be read again stays: the page may hold edits
  if (content.isLoadingError)
    return <PageFailure error={content.error} onRetry={() => void content.refetch()} />;
  if (!content.data) return <Loader m="xl" aria-label={t('frame:loading')} />;
  return (
    <div className={classes.record}>
      <RecordHeader
        kind={kind}
        address={address}
        content={content.data}
        actions={actions}
        onChanged={async () => {
          await content.refetch();
          setOpened((count) => count + 1);
        }}
      />
      <RecordTabs kind={kind} current={page} isNew={recordKey === 0} />
      <div className={classes.page}>
        <ErrorArea kind="panel" resetKey={`${kind.kind} ${recordKey} ${page}`}>
          {page === AUDIT ? (
            <RecordAudit kind={kind} address={address} />
          ) : page === USES ? (
            <RecordUses address={address} as="page" />
          ) : page === ACCOUNT ? (
            <UserAccount address={address} />
          ) : page === TRANSPORT ? (
            <ReceiverTransport address={address} />
          ) : page === MEMBERS ? (
            <CompanyUsers address={address} kind={kind} />
          ) : (
            <OpenRecord
              key={[kind.kind, recordKey, form, language, kind.catalogue.version, opened].join('/')}
              kind={kind}
              address={address}
              content={content.data}
              onActions={setActions}
              onDiscard={() => setOpened((count) => count + 1)}
            />
          )}
        </ErrorArea>
      </div>
    </div>
  );
}

interface RecordTabsProps {
  kind: RecordKind;
  current: string;
  isNew: boolean;
}

function RecordTabs({ kind, current, isNew }: RecordTabsProps) {
  const { t } = useTranslation(['caseInfo', 'editor']);
  const { language } = useRouteContext();
  const { recordKey, toRecord } = useRecordRoute(kind);
  const { pages, pageOrder } = kind.catalogue;
  const shown = pageOrder.flatMap((page) => {
    const found = pages[page];
    return found ? [{ page, words: found.label[language] }] : [];
  });
  const beside = {
    ADMIN: [{ page: ACCOUNT, words: t('account.title') }],
    SYSTEM: [
      { page: MEMBERS, words: t('members.title') },
      { page: MAPPING, words: t('mapping') },
    ],
    CASE_INFO: [{ page: USES, words: t('uses.title') }],
  }[kind.privilege];
  const transport = Object.hasOwn(kind.catalogue.roles, RECEIVER_ROLE)
    ? [{ page: TRANSPORT, words: t('transport.title') }]
    : [];
  // a record without a key has nothing else yet
  const all = isNew
    ? shown.slice(0, 1)
    : [...shown, ...transport, ...beside, { page: AUDIT, words: t('editor:audit.title') }];
  return (
    <nav aria-label={t('pages')} className={tabs.tabs}>
      <ol>
        {all.map(({ page, words }) => (
          <li key={page}>
            <Link
              to={toRecord(recordKey, page)}
              className={tabs.tab}
              aria-current={page === current ? 'page' : undefined}
            >
              {words}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
