/** The editor of a page whose content is there. It keeps its session while the page stays open. */
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { VisuallyHidden } from '@mantine/core';
import { useLocation } from 'react-router-dom';
import { createPageSession, MatrixForm, PageForm, type PageSession } from '../../../engine/index.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { usePlace } from '../../../app-context/routeContext.ts';
import { useSession } from '../../../session/sessionStore.ts';
import { useUnsavedChanges } from '../../../app-context/unsavedChanges.ts';
import type { PageContent, PagePlace } from '../case.queries.ts';
import { matrixStart } from '../casePlace.ts';
import { useItemActions } from '../history/useItemActions.ts';
import { KeptEditsDialog } from '../kept-edits/KeptEditsDialog.tsx';
import { MatrixHead } from '../components/MatrixHead.tsx';
import { NextButton } from '../components/NextButton.tsx';
import { ReadOnlyBanner } from '../components/ReadOnlyBanner.tsx';
import { RowPager } from '../components/RowPager.tsx';
import { SaveDialogs } from '../save/SaveDialogs.tsx';
import { useOthers } from '../presence/useOthers.ts';
import { useDisconnectWarning } from '../status/useDisconnectWarning.tsx';
import { stopsAction } from '../save/stopsAction.ts';
import { useEngineServices } from '../useEngineServices.tsx';
import { useAfterSave } from '../useAfterSave.ts';
import { takeAlong, useJournaled } from '../kept-edits/useJournaled.ts';
import { usePageFindings } from '../findings/usePageFindings.ts';
import { usePageFocus } from '../usePageFocus.ts';
import { useSaveKey } from '../save/useSaveKey.ts';
import { useSavePage } from '../useSavePage.ts';
import type { EditPageProps } from './EditPage.tsx';
import classes from './OpenPage.module.css';

export interface OpenPageProps extends EditPageProps {
  place: PagePlace;
  content: PageContent;
  onDiscard: () => void;
}

export function OpenPage(props: OpenPageProps) {
  const { caseKey, page, place, content, catalogue, shown, findings, onActions, onDiscard } = props;
  const { appendix, language, sponsorKey } = usePlace();
  const { unblind } = useSession();
  const { search } = useLocation();
  const { focus, refused, onRefused } = usePageFocus();
  const readOnly = content.readOnly !== null;
  const [session] = useState(() => openSession(props, sponsorKey));
  const {
    offers,
    putBack,
    remove,
    discard: discardKept,
  } = useJournaled({
    session,
    catalogue,
    place,
    sponsorKey,
    title: [content.caseNo, wordsIn(page.label, language), place.rowNo || ''].join(' ').trim(),
  });
  const [offer] = offers;
  const dirty = useSyncExternalStore(session.subscribeDirty, () => session.store.get(session.dirtyCount)) > 0;
  const discard = useRef(() => {
    discardKept();
    onDiscard();
  });
  useUnsavedChanges(dirty, discard.current);

  const { goOn, onSaved } = useAfterSave({
    session,
    dirty,
    place,
    catalogue,
    sponsorKey,
    discardKept,
  });
  const saving = useSavePage({ place, appendix, content, session, onSaved, onRefused });
  const { request, dialog: disconnecting } = useDisconnectWarning({
    session,
    content,
    catalogue,
    request: saving.request,
  });
  const saveThen = useCallback(
    (go: (() => void) | null) => {
      goOn.current = go;
      request();
    },
    [goOn, request],
  );
  const save = useCallback(() => saveThen(null), [saveThen]);

  const busy = saving.state.matches('submitting') || saving.state.matches('saved');
  useEffect(() => {
    if (readOnly) return;
    onActions({ save, stops: () => stopsAction(session), dirty, saving: busy, session });
    return () => onActions(null);
  }, [readOnly, save, session, dirty, busy, onActions]);
  const people = useOthers({ session, place, appendix, saving: busy });
  useSaveKey(readOnly ? null : save);

  const itemActions = useItemActions(caseKey, page.page, catalogue.roles);
  const services = useEngineServices({ caseKey, sponsorKey, page: page.page, language, itemActions });
  const marked = usePageFindings(findings, place);
  const known = useMemo(() => [...refused, ...marked], [refused, marked]);
  const form = {
    session,
    catalogue,
    page: page.page,
    language,
    appendix,
    services,
    readOnly,
    unblind,
    findings: known,
    people,
    // a grid has no first field: it begins at its first pair
    focusAddress: place.matrix && focus === 'first' ? null : focus,
  };
  return (
    <>
      {offer && (
        <KeptEditsDialog
          key={offer.entry.id}
          offer={offer}
          session={session}
          catalogue={catalogue}
          language={language}
          onPutBack={putBack}
          onDrop={remove}
        />
      )}
      <ReadOnlyBanner content={content} />
      {place.matrix ? (
        <MatrixHead page={page} matrix={place.matrix} catalogue={catalogue} />
      ) : place.rowNo === null ? (
        <VisuallyHidden component="h2">{wordsIn(page.label, language)}</VisuallyHidden>
      ) : (
        <RowPager caseKey={caseKey} page={page} catalogue={catalogue} content={content} dirty={dirty} />
      )}
      {place.matrix ? (
        <MatrixForm {...form} group={place.matrix} startAt={matrixStart(search)} />
      ) : (
        <PageForm {...form} />
      )}
      <div className={classes.foot}>
        <NextButton shown={shown} page={page.page} saveThen={dirty ? saveThen : undefined} />
      </div>
      {disconnecting}
      <SaveDialogs
        state={saving.state}
        send={saving.send}
        session={session}
        catalogue={catalogue}
        language={language}
      />
    </>
  );
}

/** The session of the page as it was read, with the edits on top that were sent along to it. */
function openSession(
  { place, content, catalogue, page, matrix }: OpenPageProps,
  sponsorKey: number,
): PageSession {
  const session = createPageSession({
    content,
    catalogue,
    page: page.page,
    rowNo: content.rowNo,
    matrix: matrix ?? undefined,
    references: content.references,
    inputs: content.inputs,
    readOnly: content.readOnly !== null,
    retrievedAt: content.retrievedAt,
  });
  const along = takeAlong(sponsorKey, place);
  if (along && !session.readOnly) session.putBack(along);
  return session;
}
