/** A case: its number and flags, its pages as tabs, and the page shown. */
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { useCatalogue } from '../../../catalogue/catalogue.queries.ts';
import { EmptyState } from '../../../components/index.ts';
import { usePlace } from '../../../frame/place.ts';
import { useMay, useSession } from '../../../session/sessionStore.ts';
import { pagesQuery, receiversQuery } from '../case.queries.ts';
import { useCasePlace } from '../casePlace.ts';
import { CaseHeader } from '../components/CaseHeader.tsx';
import { FindingsPanel } from '../components/FindingsPanel.tsx';
import { PageTabs } from '../components/PageTabs.tsx';
import type { EditorActions } from '../editorActions.ts';
import { shownPages } from '../shownPages.ts';
import { AuditPage } from './AuditPage.tsx';
import classes from './CaseDetailPage.module.css';
import { EditPage } from './EditPage.tsx';
import { ReceiversPage } from './ReceiversPage.tsx';
import { SummaryPage } from './SummaryPage.tsx';
import { WorkflowPage } from './WorkflowPage.tsx';

/** Pages that are neither form nor rows are drawn by their own component. */
const CUSTOM = { RE: ReceiversPage, WF: WorkflowPage, AT: AuditPage } as const;
const isCustom = (page: string): page is keyof typeof CUSTOM => page in CUSTOM;

export function CaseDetailPage() {
  const { t } = useTranslation('editor');
  const { caseKey, page, rowNo, toPage } = useCasePlace();
  const { appendix } = usePlace();
  const catalogue = useCatalogue(appendix);
  const { useWorkflow } = useSession();
  const mayWorkflow = useMay('READ.CASE_WORKFLOW');
  const pages = useQuery({ ...pagesQuery(caseKey), meta: { ownFailure: true } });
  const [actions, setActions] = useState<EditorActions | null>(null);
  const [chosenReceiver, setReceiver] = useState(appendix);
  const [findingsShown, setFindingsShown] = useState(false);
  const receivers = useQuery({ ...receiversQuery(caseKey), enabled: findingsShown });
  const regions = receivers.data?.listInfo.map(({ region }) => region) ?? [];
  const receiver = regions.includes(chosenReceiver) ? chosenReceiver : (regions[0] ?? null);

  const shown = shownPages(catalogue, useWorkflow && mayWorkflow);
  const first = shown[0];
  if (pages.isError) return <EmptyState title={t('notFound')} />;
  if (!pages.data || !first) return <Loader m="xl" aria-label={t('frame:loading')} />;
  const found = shown.find((one) => one.page === page);
  if (!found) return <Navigate to={toPage(first.page)} replace />;

  const Custom = isCustom(found.page) ? CUSTOM[found.page] : null;
  return (
    <div className={classes.case}>
      <CaseHeader
        pages={pages.data}
        actions={actions}
        findingsShown={findingsShown}
        onToggleFindings={() => setFindingsShown(!findingsShown)}
      />
      <PageTabs shown={shown} counts={pages.data.pages} current={found.page} />
      <div className={classes.body}>
        <div className={classes.page}>
          <Suspense fallback={<Loader m="xl" aria-label={t('frame:loading')} />}>
            {Custom && (
              <Custom
                caseKey={caseKey}
                shown={shown}
                onReceiver={(next: string) => {
                  setReceiver(next);
                  setFindingsShown(true);
                }}
              />
            )}
            {found.kind === 'rows' && rowNo === null && (
              <SummaryPage caseKey={caseKey} page={found} shown={shown} catalogue={catalogue} />
            )}
            {(found.kind === 'form' || (found.kind === 'rows' && rowNo !== null)) && (
              <EditPage
                key={`${caseKey}/${found.page}/${rowNo}`}
                caseKey={caseKey}
                page={found}
                rowNo={found.kind === 'rows' ? rowNo : null}
                shown={shown}
                catalogue={catalogue}
                receiver={findingsShown ? receiver : null}
                onActions={setActions}
              />
            )}
          </Suspense>
        </div>
        {findingsShown && receivers.data && receiver && (
          <FindingsPanel
            caseKey={caseKey}
            catalogue={catalogue}
            receivers={receivers.data.listInfo}
            receiver={receiver}
            onReceiver={setReceiver}
            onClose={() => setFindingsShown(false)}
          />
        )}
      </div>
    </div>
  );
}
