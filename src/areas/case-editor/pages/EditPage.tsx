/** A page that is one form, or one row of a page of rows: read, edited, saved. */
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue, CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import { EmptyState } from '../../../components/index.ts';
import { usePlace } from '../../../app-context/routeContext.ts';
import { contentQuery, type PagePlace } from '../case.queries.ts';
import type { EditorActions } from '../editorActions.ts';
import type { CaseFindings } from '../findings/useCaseFindings.ts';
import { OpenPage } from './OpenPage.tsx';

export interface EditPageProps {
  caseKey: number;
  page: CataloguePage;
  /** null for a form and for a matrix, 0 for a new row */
  rowNo: number | null;
  /** the group whose matrix is shown instead of one row */
  matrix?: string | null;
  shown: readonly CataloguePage[];
  catalogue: Catalogue;
  findings: CaseFindings;
  onActions: (actions: EditorActions | null) => void;
}

export function EditPage(props: EditPageProps) {
  const { caseKey, page, rowNo, matrix = null } = props;
  const { t } = useTranslation('editor');
  const { appendix, language } = usePlace();
  const place = useMemo<PagePlace>(
    () => ({ caseKey, page: page.page, rowNo, matrix }),
    [caseKey, page.page, rowNo, matrix],
  );
  const content = useQuery(contentQuery(place, appendix));
  // dropping the changes opens the page anew from what was read
  const [opened, setOpened] = useState(0);
  if (content.isError) return <EmptyState title={t('pageNotRead')} />;
  if (!content.data) return <Loader m="xl" aria-label={t('frame:loading')} />;
  return (
    <OpenPage
      key={[language, appendix, props.catalogue.version, content.data.readOnly, opened].join('/')}
      {...props}
      place={place}
      content={content.data}
      onDiscard={() => setOpened((count) => count + 1)}
    />
  );
}
