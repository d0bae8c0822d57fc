/** What was changed in a notice, and whom its alarm was mailed to. */
import { Button, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formNamed } from '../../../../schemas/compile/forms.ts';
import { PAGE_SIZES } from '../../../../shared/contract/menus.ts';
import { useRouteContext, useTimeZone } from '../../../app-context/routeContext.ts';
import { displayText } from '../../../catalogue/display.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import {
  AUDIT_WIDTH_PX,
  Dialog,
  EmptyState,
  LoadingArea,
  Pager,
  RichText,
  Timestamp,
  type Paging,
  type PagingInfo,
} from '../../../components/index.ts';
import type { Language } from '../../../i18n/index.ts';
import { failureText } from '../../../feedback/showFailure.ts';
import { cleanRichText } from '../../../../shared/text/cleanRichText.ts';
import { noticeAuditQuery, noticeMailsQuery } from './written.queries.ts';

const WIDTH_PX = { audit: AUDIT_WIDTH_PX, mails: 1100 } as const;
/** At once, until the user wants others. */
const FIRST_PAGE: Paging = { pageNo: 1, rowCount: 100 };
/** Values of the flag of deletion, which is no item of the form. */
const YES_NO = 'form-yes-no';

export function NoticeLogs({ noticeKey }: { noticeKey: number }) {
  const { t } = useTranslation('noticeWriting');
  const [shown, show] = useState<'audit' | 'mails' | null>(null);
  const close = () => show(null);
  return (
    <>
      {(['audit', 'mails'] as const).map((log) => (
        <Button key={log} variant="default" aria-haspopup="dialog" onClick={() => show(log)}>
          {t(`logs.${log}`)}
        </Button>
      ))}
      {shown && (
        <Dialog onClose={close} size={WIDTH_PX[shown]} title={t(`logTitles.${shown}`)}>
          {shown === 'audit' ? <Audit noticeKey={noticeKey} /> : <Mails noticeKey={noticeKey} />}
        </Dialog>
      )}
    </>
  );
}

function Audit({ noticeKey }: { noticeKey: number }) {
  const { t } = useTranslation('noticeWriting');
  const { sponsorKey, language } = useRouteContext();
  const timeZone = useTimeZone();
  const [page, setPage] = useState(FIRST_PAGE);
  const audit = useQuery(noticeAuditQuery(sponsorKey, noticeKey, page));
  const partName = usePartName();
  if (audit.isLoadingError) return <EmptyState title={failureText(audit.error)} />;
  if (!audit.data) return <LoadingArea />;
  return (
    <LogTable
      label={t('logTitles.audit')}
      empty={t('audit.none')}
      page={audit.data.pageInfo}
      onPage={setPage}
      head={[
        t('audit.time'),
        t('audit.user'),
        t('audit.field'),
        t('audit.before'),
        t('audit.after'),
        t('audit.reason'),
      ]}
      rows={audit.data.listInfo.map((entry) => [
        <Timestamp key="time" iso={entry.time} timeZone={timeZone} />,
        `${entry.userId} (${entry.userName})`,
        partName(entry.field, entry.action),
        valueOf(entry.field, entry.oldValue, language),
        valueOf(entry.field, entry.newValue, language),
        entry.reason,
      ])}
    />
  );
}

/** The part that an entry is about, in words. */
function usePartName(): (field: string, action: string) => string {
  const { t } = useTranslation('noticeWriting');
  const { language } = useRouteContext();
  const { catalogue, page } = formNamed('notice');
  const whole = catalogue.pages[page]?.label;
  const words = {
    content: t('audit.parts.content'),
    delFlag: t('audit.parts.delFlag'),
    '': whole && wordsIn(whole, language),
  };
  const files = {
    rowAdd: t('audit.parts.rowAdd'),
    rowDelete: t('audit.parts.rowDelete'),
    rowRestore: t('audit.parts.rowRestore'),
  };
  return (field, action) => {
    const item = catalogue.items[catalogue.roles[field] ?? ''];
    if (item) return wordsIn(item.label, language);
    if (field === 'file') return `${t('audit.parts.file')}: ${files[action as keyof typeof files] ?? action}`;
    return words[field as keyof typeof words] ?? field;
  };
}

/** As the form shows it. */
function valueOf(field: string, value: string | null, language: Language): ReactNode {
  if (field === 'content' && value) return <RichText text={cleanRichText(JSON.parse(value))} top={3} />;
  const { catalogue, codeLists } = formNamed('notice');
  const item = catalogue.items[catalogue.roles[field] ?? ''];
  const codes = codeLists[field === 'delFlag' ? YES_NO : (item?.codeList ?? '')]?.codes;
  const label = codes?.find(({ code }) => code === value)?.label;
  return label ? wordsIn(label, language) : displayText(item, { value, nullFlavor: null }, () => undefined);
}

function Mails({ noticeKey }: { noticeKey: number }) {
  const { t } = useTranslation('noticeWriting');
  const { sponsorKey } = useRouteContext();
  const timeZone = useTimeZone();
  const [page, setPage] = useState(FIRST_PAGE);
  const mails = useQuery(noticeMailsQuery(sponsorKey, noticeKey, page));
  if (mails.isLoadingError) return <EmptyState title={failureText(mails.error)} />;
  if (!mails.data) return <LoadingArea />;
  return (
    <LogTable
      label={t('logTitles.mails')}
      empty={t('mails.none')}
      page={mails.data.pageInfo}
      onPage={setPage}
      head={[t('mails.user'), t('mails.address'), t('mails.time'), t('mails.state')]}
      rows={mails.data.listInfo.map(({ userName, address, at, state }) => [
        userName,
        address,
        <Timestamp key="time" iso={at} timeZone={timeZone} />,
        t(`mails.states.${state}`),
      ])}
    />
  );
}

interface LogTableProps {
  label: string;
  empty: string;
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
  page: PagingInfo;
  onPage: (page: Paging) => void;
}

function LogTable({ label, empty, head, rows, page, onPage }: LogTableProps) {
  if (page.totalCount === 0) return <Text>{empty}</Text>;
  return (
    <>
      <Table.ScrollContainer minWidth={600}>
        <Table aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              {head.map((words) => (
                <Table.Th key={words}>{words}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((cells, index) => (
              // read only: the place of a row is its name
              <Table.Tr key={index}>
                {cells.map((cell, at) => (
                  <Table.Td key={at}>{cell}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {page.totalCount > PAGE_SIZES[0] && <Pager label={label} info={page} onPaging={onPage} />}
    </>
  );
}
