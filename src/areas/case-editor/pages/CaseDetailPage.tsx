/** A case: its number and flags, its pages as tabs, and the page shown. */
import { Loader } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { catalogueQuery } from '../../../catalogue/catalogue.queries.ts';
import { ErrorArea } from '../../../feedback/ErrorArea.tsx';
import { Redirect } from '../../../app-context/Redirect.tsx';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { PageFailure } from '../../../feedback/PageFailure.tsx';
import { useMay, useSession } from '../../../session/sessionStore.ts';
import { pagesQuery, type CasePages } from '../case.queries.ts';
import { matrixGroupOf } from '../../../engine/index.ts';
import { lazyComponent } from '../../../lazy/lazyComponent.tsx';
import { asksForMatrix, useCaseRoute } from '../caseRoute.ts';
import { CaseHeader } from '../header/CaseHeader.tsx';
import { compactHeader } from '../header/compactHeader.ts';
import { FindingsPanel } from '../findings/FindingsPanel.tsx';
import { useItemsInPalette } from '../components/useItemsInPalette.ts';
import { PageTabs } from '../components/PageTabs.tsx';
import { EditorDialogsProvider } from '../dialogs/useEditorDialogs.tsx';
import { OpenDialog } from '../dialogs/OpenDialog.tsx';
import type { EditorActions } from '../editorActions.ts';
import { saveNoOf } from '../history/momentAddress.ts';
import { PresenceProvider } from '../presence/usePresence.tsx';
import { SaveDialogs } from '../save/SaveDialogs.tsx';
import { useCaseSave } from '../save/useCaseSave.ts';
import { useSaveKey } from '../../../page-editor/save/useSaveKey.ts';
import { shownPages } from '../shownPages.ts';
import { useCaseEdits, useDirtyPages } from '../unsaved/useCaseEdits.ts';
import { useWhenSaved } from '../unsaved/useWhenSaved.ts';
import { useCaseFindings } from '../findings/useCaseFindings.ts';
import { AuditPage } from './AuditPage.tsx';
import classes from './CaseDetailPage.module.css';
import { EditPage } from './EditPage.tsx';
import { ReceiversPage } from './ReceiversPage.tsx';
import { SummaryPage } from './SummaryPage.tsx';
import { WorkflowPage } from './WorkflowPage.tsx';

const ReportPanel = lazyComponent(async () => (await import('../report/ReportPanel.tsx')).ReportPanel);

const TimeMachine = lazyComponent(
  async () => (await import('../history/TimeMachine.tsx')).TimeMachine,
  PageLoader,
);

/** Pages that are neither form nor rows are drawn by their own component. */
const CUSTOM = { RE: ReceiversPage, WF: WorkflowPage, AT: AuditPage } as const;
const isCustom = (page: string): page is keyof typeof CUSTOM => page in CUSTOM;

/** Reads the catalogue and the case beside each other. */
export function CaseDetailPage() {
  const { caseKey } = useCaseRoute();
  const { appendix } = useRouteContext();
  const catalogue = useQuery(catalogueQuery(appendix));
  const pages = useQuery({ ...pagesQuery(caseKey), meta: { ofPage: true } });
  if (catalogue.data) return <CaseDetail catalogue={catalogue.data} pages={pages} />;
  if (catalogue.error) throw catalogue.error;
  return <PageLoader />;
}

function PageLoader() {
  const { t } = useTranslation('frame');
  return <Loader m="xl" aria-label={t('loading')} />;
}

interface CaseDetailProps {
  catalogue: Catalogue;
  pages: UseQueryResult<CasePages>;
}

function CaseDetail({ catalogue, pages }: CaseDetailProps) {
  const { caseKey, page, rowNo, toPage } = useCaseRoute();
  const [search] = useSearchParams();
  const { language } = useRouteContext();
  const { useWorkflow } = useSession();
  const mayWorkflow = useMay('READ.CASE_WORKFLOW');
  const [actions, setActions] = useState<EditorActions | null>(null);
  const withWorkflow = useWorkflow && mayWorkflow;
  const shown = useMemo(() => shownPages(catalogue, withWorkflow), [catalogue, withWorkflow]);
  const [isReportShown, setReportShown] = useState(false);
  const [discarded, setDiscarded] = useState(0);
  const editing = useCaseEdits(
    caseKey,
    useCallback(() => setDiscarded((count) => count + 1), []),
  );
  const findings = useCaseFindings(catalogue, shown, editing.edits);
  useItemsInPalette(catalogue, shown);
  const saving = useCaseSave(editing.edits, actions);
  const dirtyPages = useDirtyPages(editing.edits);
  const whenSaved = useWhenSaved(editing.edits, actions?.stops);
  // one page is saved as a page, several as a case
  const others = dirtyPages.some(({ key }) => key !== actions?.key);
  useSaveKey(others ? saving.save : (actions?.save ?? null));
  const first = shown[0];
  // what cannot be read again stays: the page may hold edits
  if (pages.isLoadingError) return <PageFailure error={pages.error} onRetry={() => void pages.refetch()} />;
  if (!pages.data || !first) return <PageLoader />;
  const found = shown.find((one) => one.page === page);
  if (!found) return <Redirect to={toPage(first.page)} waiting={<PageLoader />} />;

  const saveNo = saveNoOf(search);
  if (saveNo !== null)
    return (
      <EditorDialogsProvider>
        <Suspense fallback={<PageLoader />}>
          <TimeMachine
            {...{ caseKey, saveNo, shown, rowNo, catalogue }}
            caseNo={pages.data.caseNo}
            page={found}
          />
        </Suspense>
        <OpenDialog pages={pages.data} catalogue={catalogue} live={null} />
      </EditorDialogsProvider>
    );

  const matrix = rowNo === null && asksForMatrix(search) ? matrixGroupOf(catalogue, found.page) : null;

  const Custom = isCustom(found.page) ? CUSTOM[found.page] : null;
  return (
    <PresenceProvider
      caseKey={caseKey}
      page={found.page}
      rowNo={rowNo}
      session={actions?.session ?? null}
      dirty={actions?.dirty ?? false}
    >
      <EditorDialogsProvider>
        <div className={classes.case} data-case>
          <CaseHeader
            pages={pages.data}
            catalogue={catalogue}
            actions={actions}
            editing={editing}
            whenSaved={whenSaved}
            saveAll={others ? saving : null}
            findings={findings}
            reportShown={isReportShown}
            onToggleReport={() => setReportShown(!isReportShown)}
          />
          <PageTabs
            shown={shown}
            counts={pages.data.pages}
            current={found.page}
            findings={findings}
            dirtyPages={dirtyPages}
          />
          <div className={classes.body}>
            <div className={classes.page} onScroll={compactHeader}>
              <ErrorArea kind="panel" resetKey={`${caseKey} ${found.page} ${rowNo}`}>
                <Suspense fallback={<PageLoader />}>
                  {Custom && (
                    <Custom
                      caseKey={caseKey}
                      shown={shown}
                      catalogue={catalogue}
                      whenSaved={whenSaved}
                      onReceiver={(next: string) => {
                        findings.setReceiver(
                          findings.known.find(({ appendix: region }) => region === next)?.receiver ?? null,
                        );
                        findings.setOpen(true);
                      }}
                    />
                  )}
                  {found.kind === 'rows' && rowNo === null && matrix === null && (
                    <SummaryPage {...{ caseKey, shown, catalogue, dirtyPages }} page={found} />
                  )}
                  {(found.kind === 'form' ||
                    (found.kind === 'rows' && (rowNo !== null || matrix !== null))) && (
                    <EditPage
                      key={`${caseKey}/${found.page}/${matrix ?? rowNo}/${discarded}`}
                      caseKey={caseKey}
                      page={found}
                      rowNo={found.kind === 'rows' ? rowNo : null}
                      matrix={matrix}
                      shown={shown}
                      catalogue={catalogue}
                      findings={findings}
                      onActions={setActions}
                      editing={editing}
                    />
                  )}
                </Suspense>
              </ErrorArea>
            </div>
            {isReportShown && (
              <ErrorArea kind="panel">
                <ReportPanel
                  pages={pages.data}
                  catalogue={catalogue}
                  edits={editing.edits}
                  onClose={() => setReportShown(false)}
                />
              </ErrorArea>
            )}
            {findings.open && (
              <ErrorArea kind="panel">
                <FindingsPanel catalogue={catalogue} findings={findings} />
              </ErrorArea>
            )}
          </div>
          <SaveDialogs
            state={saving.state}
            send={saving.send}
            caseNo={pages.data.caseNo}
            sessionAt={editing.edits.sessionAt}
            catalogue={catalogue}
            language={language}
          />
          <OpenDialog
            pages={pages.data}
            catalogue={catalogue}
            live={findings.live}
            session={actions?.session ?? null}
          />
        </div>
      </EditorDialogsProvider>
    </PresenceProvider>
  );
}
