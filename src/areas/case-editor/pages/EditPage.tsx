/** A page that is one form, one row of a page of rows, or a matrix over all its rows: read, then opened. */
import { Button, Loader } from '@mantine/core';
import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { FailedArea } from '../../../feedback/FailedArea.tsx';
import { useCaseRoute } from '../caseRoute.ts';
import { contentQuery, type PageAddress } from '../page.queries.ts';
import { OpenPage, type OpenPageProps } from './OpenPage.tsx';

export interface EditPageProps extends Omit<OpenPageProps, 'pageAddress' | 'content' | 'onDiscard'> {
  caseKey: number;
  /** null for a form and for a matrix, 0 for a new row */
  rowNo: number | null;
  /** the group whose matrix is shown instead of one row */
  matrix?: string | null;
}

export function EditPage({ caseKey, rowNo, matrix = null, ...props }: EditPageProps) {
  const { page } = props.page;
  const { t } = useTranslation('editor');
  const { appendix, language } = useRouteContext();
  const { toPage } = useCaseRoute();
  const pageAddress = useMemo<PageAddress>(
    () => ({ caseKey, page, rowNo, matrix }),
    [caseKey, page, rowNo, matrix],
  );
  const query = contentQuery(pageAddress, appendix);
  const content = useQuery(query);
  const outdated = useOutdated(query.queryKey, props.catalogue.version);
  const { refetch } = content;
  const isOutdated = content.data !== undefined && content.data === outdated;
  useEffect(() => {
    if (isOutdated) void refetch({ cancelRefetch: false });
  }, [isOutdated, refetch]);
  // dropping the changes opens the page again from what was read
  const [opened, setOpened] = useState(0);
  // what cannot be read again stays: the page may hold edits
  if (content.isLoadingError) {
    const list = rowNo !== null && (
      <Button variant="default" component={Link} to={toPage(page)}>
        {t('rows.toList')}
      </Button>
    );
    return <FailedArea kind="panel" error={content.error} onRetry={() => void refetch()} more={list} />;
  }
  if (!content.data || (isOutdated && (content.isFetching || !content.isRefetchError)))
    return <Loader m="xl" aria-label={t('frame:loading')} />;
  return (
    <OpenPage
      key={[language, appendix, props.catalogue.version, content.data.readOnly, opened].join('/')}
      {...props}
      pageAddress={pageAddress}
      content={content.data}
      onDiscard={() => setOpened((count) => count + 1)}
    />
  );
}

/**
 * The content in memory when the page is opened, if it is just being read again, or is to be: a save that ends while its page is left
 * and opened again reads what it stored. Undefined: the content is as it was read.
 */
function useOutdated(queryKey: QueryKey, version: string): unknown {
  const queries = useQueryClient();
  const [found, setFound] = useState({ version: '', data: undefined as unknown });
  if (found.version === version) return found.data;
  const state = queries.getQueryState(queryKey);
  // a reading that the page was left in is given up: what was to be read again still is
  const isOld = state?.fetchStatus === 'fetching' || state?.isInvalidated === true;
  const data = isOld ? state.data : undefined;
  setFound({ version, data });
  return data;
}
