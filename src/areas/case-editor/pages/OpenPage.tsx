/** The editor of a page whose content was read. It keeps its session while the page stays open. */
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import type { Catalogue, CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { useUnsavedChanges } from '../../../app-context/unsavedChanges.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { MatrixForm, PageForm } from '../../../engine/index.ts';
import { useCaseRights } from '../unblinding/useCaseRights.ts';
import { matrixStart } from '../caseRoute.ts';
import { NextButton } from '../components/NextButton.tsx';
import { PageHeading } from '../components/PageHeading.tsx';
import { ReadOnlyBanner } from '../components/ReadOnlyBanner.tsx';
import type { EditorActions } from '../editorActions.ts';
import type { CaseFindings } from '../findings/useCaseFindings.ts';
import { usePageFindings } from '../findings/usePageFindings.ts';
import { useCalculated } from '../calculated/useCalculated.tsx';
import { useExpectedness } from '../expectedness/useExpectedness.ts';
import { useExpectednessActions } from '../expectedness/useExpectednessActions.ts';
import { useItemActions } from '../history/useItemActions.ts';
import { MasterChangesBanner } from '../masters/MasterChangesBanner.tsx';
import { NarrativePanels } from '../narrative/NarrativePanel.tsx';
import { TextValuesPanels } from '../text-values/TextValuesPanels.tsx';
import { useMasterChanges } from '../masters/useMasterChanges.ts';
import { RestoreEditsDialog } from '../../../page-editor/restore-edits/RestoreEditsDialog.tsx';
import { usePageJournal } from '../../../page-editor/restore-edits/usePageJournal.ts';
import { openRefusals } from '../unsaved/caseEdits.ts';
import type { CaseEditing } from '../unsaved/useCaseEdits.ts';
import type { PageContent, PageAddress } from '../page.queries.ts';
import { useOpenQuestions } from '../questions/useOpenQuestions.ts';
import { useOthers } from '../presence/useOthers.ts';
import { SaveDialogs } from '../save/SaveDialogs.tsx';
import { stopsAction } from '../../../page-editor/save/stopsAction.ts';
import { useSave } from '../../../page-editor/save/useSave.ts';
import { storedCasePage } from '../save/storedCasePage.ts';
import { useOpenSavedRow } from '../save/useOpenSavedRow.ts';
import { useStoredRow } from '../save/useStoredRow.ts';
import { useOpenEdits } from '../unsaved/useOpenEdits.ts';
import { useUndoElsewhere } from '../unsaved/useUndoElsewhere.ts';
import { useEngineServices } from '../useEngineServices.tsx';
import { useOpenRefusals } from '../../../page-editor/useOpenRefusals.ts';
import { usePageFocus } from '../../../page-editor/usePageFocus.ts';
import { journalKey } from '../restore-edits/journalKey.ts';
import { openSession } from './openSession.ts';
import classes from './OpenPage.module.css';

export interface OpenPageProps {
  pageAddress: PageAddress;
  page: CataloguePage;
  content: PageContent;
  /** the pages that "next" leads through */
  shown: readonly CataloguePage[];
  catalogue: Catalogue;
  findings: CaseFindings;
  onActions: (actions: EditorActions | null) => void;
  /** opens the page again without the changes */
  onDiscard: () => void;
  /** unsaved edits of the case, and whether a page that is left keeps its own */
  editing: CaseEditing;
}

export function OpenPage(props: OpenPageProps) {
  const { page, pageAddress, content, catalogue, shown, findings, onActions, onDiscard } = props;
  const { edits, keeps } = props.editing;
  const { caseKey } = pageAddress;
  const { appendix, language, sponsorKey } = useRouteContext();
  const rights = useCaseRights(caseKey);
  const { search } = useLocation();
  const { focus, onRefused } = usePageFocus();
  const readOnly = content.readOnly !== null;
  const [session] = useState(() => openSession({ ...props, sponsorKey, edits }));
  const key = journalKey(sponsorKey, pageAddress);
  useOpenEdits(edits, { key, pageAddress, content, session, catalogue });
  const title = [content.caseNo, wordsIn(page.label, language), pageAddress.rowNo || ''].join(' ').trim();
  const journaled = usePageJournal({
    session,
    catalogue,
    place: key,
    page: page.page,
    recorders: edits,
    title,
  });
  const [offer] = journaled.restoreOffers;
  const dirty = useSyncExternalStore(session.subscribeDirty, session.isDirty);
  const [discard] = useState(() => () => {
    journaled.discard();
    onDiscard();
  });
  useUnsavedChanges(dirty && !keeps, discard);

  const queries = useQueryClient();
  const [stored] = useState(() => storedCasePage({ pageAddress, appendix, session, catalogue, queries }));
  const openSaved = useOpenSavedRow({ edits, key, session, pageAddress, catalogue, keeps });
  const storedRow = useStoredRow();
  const { state, send, save, isSaving } = useSave({
    content,
    session,
    catalogue,
    stored,
    onRefused: (items) => {
      edits.refuse(items);
      onRefused(items);
    },
    openSaved,
    onStoredAway: (rowNo) => edits.storedAs({ key, session }, storedRow(pageAddress, rowNo)),
    title,
    keeps,
  });
  const openRow = useEffectEvent(openSaved);
  useEffect(() => {
    if (readOnly) return;
    onActions({
      key,
      save,
      stops: () => stopsAction(session),
      dirty,
      saving: isSaving,
      session,
      onRefused,
      openSavedRow: (rowNo) => openRow(rowNo),
    });
    return () => onActions(null);
  }, [readOnly, key, save, session, dirty, isSaving, onActions, onRefused]);

  const people = useOthers({ session, pageAddress, appendix, saving: isSaving });
  const expectedness = useExpectedness({ caseKey, catalogue, session, edits });
  const ownActions = useItemActions(caseKey, page.page, catalogue.roles);
  const calculated = useCalculated({ session, live: findings.live, others: ownActions });
  const { itemActions, showWhy } = useExpectednessActions(
    catalogue,
    session,
    expectedness.suggestions,
    calculated.itemActions,
  );
  const undoElsewhere = useUndoElsewhere(edits, key);
  const services = useEngineServices({
    caseKey,
    sponsorKey,
    page: page.page,
    language,
    itemActions,
    undoElsewhere,
    edits,
    showExpectedness: showWhy,
  });
  const questions = useOpenQuestions(caseKey);
  const marked = usePageFindings(findings, pageAddress);
  const { changes, marks } = useMasterChanges(caseKey, catalogue, rights, session);
  const refused = useSyncExternalStore(edits.subscribeRefusals, edits.refusals);
  const refusals = useOpenRefusals(
    session,
    useMemo(() => openRefusals(refused, session), [refused, session]),
  );
  const known = useMemo(
    () => [...refusals, ...marked, ...marks, ...expectedness.marks, ...calculated.marks],
    [refusals, marked, marks, expectedness.marks, calculated.marks],
  );
  const form = {
    session,
    catalogue,
    page: page.page,
    language,
    appendix,
    services,
    readOnly,
    rights,
    findings: known,
    people,
    questions,
    // a grid has no first field: it begins at its first pair
    focusAddress: pageAddress.matrix && focus === 'first' ? null : focus,
  };
  return (
    <>
      {offer && (
        <RestoreEditsDialog
          key={offer.entry.id}
          offer={offer}
          session={session}
          catalogue={catalogue}
          rights={rights}
          language={language}
          onRestore={journaled.restore}
          onDrop={journaled.remove}
        />
      )}
      <ReadOnlyBanner content={content} />
      <MasterChangesBanner {...{ catalogue, session, changes }} />
      <PageHeading
        pageAddress={pageAddress}
        page={page}
        catalogue={catalogue}
        content={content}
        dirty={dirty}
      />
      <NarrativePanels {...{ catalogue, session, edits }} live={findings.live} />
      <TextValuesPanels {...{ catalogue, session, edits }} />
      {pageAddress.matrix ? (
        <MatrixForm {...form} group={pageAddress.matrix} startAt={matrixStart(search)} />
      ) : (
        <PageForm {...form} />
      )}
      <div className={classes.foot}>
        <NextButton shown={shown} page={page.page} saveThen={dirty && !keeps ? save : undefined} />
      </div>
      <SaveDialogs
        state={state}
        send={send}
        caseNo={content.caseNo}
        sessionAt={() => session}
        catalogue={catalogue}
        language={language}
      />
    </>
  );
}
