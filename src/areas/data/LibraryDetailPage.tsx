/** A question of the library: what it asks, its versions, its case series, and what can be done with it. */
import { Button } from '@mantine/core';
import { IconFilter, IconHistory, IconPencil, IconSnowflake, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import {
  exportLibraryAudit,
  freezeCaseSeries,
  listLibraryAudit,
  saveSearchLibrary,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { wordsIn } from '../../catalogue/words.ts';
import { useCatalogue } from '../../catalogue/catalogue.queries.ts';
import { GuardedButton, LoadingArea, PageHeader, ReasonDialog, showSuccess } from '../../components/index.ts';
import { PageFailure } from '../../feedback/PageFailure.tsx';
import { attemptProps } from '../../feedback/reasonProps.ts';
import { AuditListDialog, useRefreshList } from '../../lists/index.ts';
import { CaseSeries } from './CaseSeries.tsx';
import { DATA, entryQuery } from './data.queries.ts';
import { useDataScope } from './useDataScope.ts';
import { useReplaceQuestion } from './useReplaceQuestion.tsx';
import classes from './data.module.css';

export function LibraryDetailPage() {
  const { t } = useTranslation('data');
  const libraryKey = Number(useParams()['libraryKey']);
  const { appendix, language } = useRouteContext();
  const catalogue = useCatalogue(appendix);
  const scope = useDataScope();
  const to = usePathTo();
  const navigate = useNavigate();
  const replaceQuestion = useReplaceQuestion();
  const queries = useQueryClient();
  const refresh = useRefreshList('MU-DT-LB');
  const entry = useQuery({ ...entryQuery(scope, libraryKey), meta: { ofPage: true, ownFailure: true } });
  const [shown, setShown] = useState<'delete' | 'audit' | null>(null);
  const freeze = useMutation({
    mutationFn: () => call(freezeCaseSeries, { params: { libraryKey } }),
    onSuccess: async ({ count }) => {
      await queries.invalidateQueries({ queryKey: DATA });
      showSuccess(t('series.frozen', { count }));
    },
  });
  const remove = useMutation({
    mutationFn: async (reason: string) => {
      if (!entry.data) return;
      const { name, description, shared, versionNo, query } = entry.data;
      const body = { reason, versionNo, name, description, shared, delFlag: 'Y' as const, query };
      await call(saveSearchLibrary, { params: { libraryKey }, body });
      await refresh();
      void navigate(to('data/library/list'));
    },
    meta: { ownFailure: true },
  });
  if (!entry.data)
    return (
      <div className={classes.page}>
        {entry.isPending ? (
          <LoadingArea />
        ) : (
          <PageFailure error={entry.error} onRetry={() => void entry.refetch()} />
        )}
      </div>
    );
  const { name, description, sentence, query, own, ownerName, versionNo, changedBy } = entry.data;
  const edit = async () => {
    const { query: question, ...from } = entry.data;
    if (await replaceQuestion({ query: question, entry: from })) void navigate(to('data/export'));
  };
  const nameOf = (itemId: string) => {
    const item = catalogue.items[itemId];
    return item ? wordsIn(item.label, language) : itemId;
  };
  const facts = [
    [t('library.description'), description],
    [t('library.question'), sentence],
    [t('library.items'), query.items.map(nameOf).join(', ')],
    [
      t('file.layout'),
      query.layout === 'record' ? `${t('layouts.record')}: ${query.block}` : t(`layouts.${query.layout}`),
    ],
    [t('library.owner'), ownerName || t('library.product')],
    [
      t('library.version'),
      changedBy ? t('library.versionBy', { version: versionNo, name: changedBy }) : String(versionNo),
    ],
  ] as const;
  return (
    <div className={classes.page}>
      <PageHeader
        title={name}
        actions={
          <>
            <Button leftSection={<IconPencil size={15} aria-hidden />} onClick={() => void edit()}>
              {t('library.edit')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconFilter size={15} aria-hidden />}
              onClick={() => void navigate(to(`case/list?library=${libraryKey}`))}
            >
              {t('library.asList')}
            </Button>
            <Button
              variant="default"
              loading={freeze.isPending}
              leftSection={<IconSnowflake size={15} aria-hidden />}
              onClick={() => freeze.mutate()}
            >
              {t('series.freeze')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconHistory size={15} aria-hidden />}
              onClick={() => setShown('audit')}
            >
              {t('library.audit')}
            </Button>
            <GuardedButton
              variant="default"
              color="red"
              why={own ? null : t('library.notOwn')}
              leftSection={<IconTrash size={15} aria-hidden />}
              onClick={() => setShown('delete')}
            >
              {t('library.delete')}
            </GuardedButton>
          </>
        }
      />
      <dl className={classes.facts}>
        {facts.map(([label, text]) => (
          <Fact key={label} label={label} text={text} />
        ))}
      </dl>
      <CaseSeries libraryKey={libraryKey} />
      {shown === 'audit' && <EntryAudit libraryKey={libraryKey} name={name} onClose={() => setShown(null)} />}
      {shown === 'delete' && (
        <ReasonDialog
          {...attemptProps(remove, () => setShown(null))}
          title={t('library.deleteOf', { name })}
        />
      )}
    </div>
  );
}

const Fact = ({ label, text }: { label: string; text: string }) => (
  <>
    <dt>{label}</dt>
    <dd>{text}</dd>
  </>
);

function EntryAudit({
  libraryKey,
  name,
  onClose,
}: {
  libraryKey: number;
  name: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('data');
  const params = useMemo(() => ({ libraryKey }), [libraryKey]);
  return (
    <AuditListDialog
      title={t('library.auditOf', { name })}
      onClose={onClose}
      menuId="MU-DT-LB-AT"
      call={listLibraryAudit}
      exportCall={exportLibraryAudit}
      params={params}
      of={libraryKey}
      empty={t('library.noAudit')}
    />
  );
}
