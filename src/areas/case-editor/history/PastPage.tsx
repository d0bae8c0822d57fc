/** The pages of a case at a moment, as tabs that tell what it changed, and the one that is open. */
import { Alert, Button, Group, Loader, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Catalogue, CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import { contentBefore } from '../../../../shared/replay/contents.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { EmptyState } from '../../../components/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { failureText } from '../../../feedback/showFailure.ts';
import classes from './history.module.css';
import { catalogueOfQuery, momentQuery, type Moment, type PastContent } from './history.queries.ts';
import { PastForm } from './PastForm.tsx';
import { PastRows } from './PastRows.tsx';
import { PastTabs } from './PastTabs.tsx';

export interface PastPageProps {
  caseKey: number;
  moment: Moment;
  shown: readonly CataloguePage[];
  page: CataloguePage;
  rowNo: number | null;
  /** of now */
  catalogue: Catalogue;
  /** the same moment at another page */
  toPage: (page: string, row?: number | null) => string;
}

export function PastPage({ caseKey, moment, shown, page, rowNo, catalogue, toPage }: PastPageProps) {
  const { t } = useTranslation('history');
  const { appendix } = useRouteContext();
  const past = useQuery(momentQuery(caseKey, moment.saveNo));
  const { data } = past;
  const version = data?.moment.catalogueVersion ?? '';
  const then = useQuery({ ...catalogueOfQuery(version, appendix), enabled: data?.schema === 'kept' });
  const changes = useMemo(
    () => (data ? changesOf(catalogue, data) : new Map<string, Set<string>>()),
    [catalogue, data],
  );
  if (past.isLoadingError) return <EmptyState title={failureText(past.error)} />;
  const used = data?.schema === 'kept' ? then.data : catalogue;
  const lost = data?.schema === 'lost' || then.isError;
  const drawn = used ?? (lost ? catalogue : undefined);
  return (
    <>
      <PastTabs shown={shown} current={page.page} changes={changes} toPage={toPage} />
      <div className={classes.page} aria-busy={past.isPlaceholderData || undefined}>
        {data?.schema === 'kept' && then.isSuccess && (
          <Alert className={classes.note}>{t('schemaOfThen')}</Alert>
        )}
        {lost && (
          <Alert color="yellow" className={classes.note}>
            {t('schemaLost')}
          </Alert>
        )}
        {data && drawn ? (
          <Shown
            {...{ caseKey, rowNo, toPage, data, changes }}
            catalogue={drawn}
            page={drawn.pages[page.page] ?? page}
          />
        ) : (
          <Loader m="xl" aria-label={t('frame:loading')} />
        )}
      </div>
    </>
  );
}

/** By page: what the moment changed there, rows of a page of rows by their numbers. */
function changesOf(catalogue: Catalogue, { replaced }: PastContent): Map<string, Set<string>> {
  const changes = new Map<string, Set<string>>();
  const note = (page: string | undefined, what: string) =>
    page !== undefined && changes.set(page, (changes.get(page) ?? new Set()).add(what));
  for (const { itemId, rowNo, rowNo2, rowNo3 } of replaced.values)
    note(catalogue.items[itemId]?.page, `${rowNo}|${itemId}|${rowNo2}|${rowNo3}`);
  for (const { group, rowNo, rowNo2, rowNo3 } of replaced.rows)
    note(catalogue.groups[group]?.page, `${rowNo}|${group}|${rowNo2}|${rowNo3}`);
  return changes;
}

interface ShownProps extends Pick<PastPageProps, 'caseKey' | 'rowNo' | 'toPage' | 'catalogue' | 'page'> {
  data: PastContent;
  changes: ReadonlyMap<string, ReadonlySet<string>>;
}

function Shown({ caseKey, catalogue, page, rowNo, toPage, data, changes }: ShownProps) {
  const { t } = useTranslation('history');
  const { language } = useRouteContext();
  const { content, replaced } = data;
  const before = useMemo(() => contentBefore(content, replaced), [content, replaced]);
  const group = page.group === null ? undefined : catalogue.groups[page.group];
  if (page.kind !== 'form' && page.kind !== 'rows') return <EmptyState title={t('noPast')} />;
  if (group && rowNo === null) {
    const changed = new Set([...(changes.get(page.page) ?? [])].map((what) => Number(what.split('|')[0])));
    return (
      <PastRows
        catalogue={catalogue}
        group={group}
        content={content}
        changed={changed}
        pathOf={(row) => toPage(page.page, row)}
      />
    );
  }
  const isThere = !group || content.rows.some((row) => row.group === group.group && row.rowNo === rowNo);
  return (
    <>
      {group && (
        <Group mb="sm">
          <Button component={Link} variant="default" size="xs" to={toPage(page.page)}>
            {t('allRows')}
          </Button>
        </Group>
      )}
      <VisuallyHidden component="h2">{wordsIn(page.label, language)}</VisuallyHidden>
      {isThere ? (
        <PastForm
          {...{ caseKey, catalogue, page, content, before }}
          rowNo={page.kind === 'rows' ? rowNo : null}
        />
      ) : (
        <EmptyState title={t('rowNotThere')} />
      )}
    </>
  );
}
