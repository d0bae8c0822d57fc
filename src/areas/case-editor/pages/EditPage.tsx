/** A page that is one form, or one row of a page of rows: read, edited, saved. */
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue, CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import { EmptyState } from '../../../components/index.ts';
import { usePlace } from '../../../frame/place.ts';
import { contentQuery, type PagePlace } from '../case.queries.ts';
import type { EditorActions } from '../editorActions.ts';
import { dropDraft } from '../../../session/drafts.ts';
import { useSession } from '../../../session/sessionStore.ts';
import { draftPlace } from '../useDraft.ts';
import { OpenPage } from './OpenPage.tsx';

export interface EditPageProps {
  caseKey: number;
  page: CataloguePage;
  /** null for a form, 0 for a new row */
  rowNo: number | null;
  shown: readonly CataloguePage[];
  catalogue: Catalogue;
  /** whose findings are marked in the form */
  receiver: string | null;
  onActions: (actions: EditorActions | null) => void;
}

export function EditPage(props: EditPageProps) {
  const { caseKey, page, rowNo } = props;
  const { t } = useTranslation('editor');
  const { appendix, language } = usePlace();
  const { userKey } = useSession();
  const place = useMemo<PagePlace>(() => ({ caseKey, page: page.page, rowNo }), [caseKey, page.page, rowNo]);
  const content = useQuery(contentQuery(place, appendix));
  // dropping the changes opens the page anew from what was read
  const [opened, setOpened] = useState(0);
  if (content.isError) return <EmptyState title={t('pageNotRead')} />;
  if (!content.data) return <Loader m="xl" aria-label={t('frame:loading')} />;
  return (
    <OpenPage
      key={[language, appendix, content.data.readOnly, opened].join('/')}
      {...props}
      place={place}
      content={content.data}
      onDiscard={() => {
        dropDraft(userKey, draftPlace(place));
        setOpened((count) => count + 1);
      }}
    />
  );
}
