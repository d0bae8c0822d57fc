/** The editor of a page whose content is there. It keeps its session while the page stays open. */
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { SAVE_REASONS, type SaveReason } from '../../../../machines/save/save.machine.ts';
import { ReasonDialog } from '../../../components/index.ts';
import {
  createPageSession,
  focusedAddress,
  MatrixForm,
  PageForm,
  type KeptEdits,
  type PageSession,
} from '../../../engine/index.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { usePlace } from '../../../frame/place.ts';
import { useSession } from '../../../session/sessionStore.ts';
import { leaveUnasked, useUnsavedChanges } from '../../../frame/unsavedChanges.ts';
import { findingsQuery, type PageContent, type PagePlace } from '../case.queries.ts';
import { itemPath, matrixStart, useCasePlace } from '../casePlace.ts';
import { KeptEditsDialog } from '../components/KeptEditsDialog.tsx';
import { MatrixHead } from '../components/MatrixHead.tsx';
import { NextButton } from '../components/NextButton.tsx';
import { ReadOnlyBanner } from '../components/ReadOnlyBanner.tsx';
import { RowPager } from '../components/RowPager.tsx';
import { StaleDialog } from '../components/StaleDialog.tsx';
import { useOthers } from '../presence/useOthers.ts';
import { useDisconnectWarning } from '../status/useDisconnectWarning.tsx';
import { stopsAction } from '../stopsAction.ts';
import { useEngineServices } from '../useEngineServices.tsx';
import { sendAlong, takeAlong, useJournaled } from '../useJournaled.ts';
import { usePageFocus } from '../usePageFocus.ts';
import { useSaveKey } from '../useSaveKey.ts';
import { useSavePage } from '../useSavePage.ts';
import type { EditPageProps } from './EditPage.tsx';
import classes from './OpenPage.module.css';

export interface OpenPageProps extends EditPageProps {
  place: PagePlace;
  content: PageContent;
  onDiscard: () => void;
}

export function OpenPage(props: OpenPageProps) {
  const { caseKey, page, place, content, catalogue, shown, receiver, onActions, onDiscard } = props;
  const { t } = useTranslation('editor');
  const { appendix, language, sponsorKey } = usePlace();
  const { to, toPage } = useCasePlace();
  const { unblind } = useSession();
  const navigate = useNavigate();
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

  // a saved new row gets its own address, and "save and next" goes on, once nothing is unsaved any more
  const afterSave = useRef<(() => void) | null>(null);
  const [savedRow, setSavedRow] = useState<number | null>(null);
  const onSaved = useRef(setSavedRow).current;
  const {
    state,
    send,
    request: save,
  } = useSavePage({
    place,
    appendix,
    content,
    session,
    onSaved,
    onRefused,
  });
  const { request, dialog: disconnecting } = useDisconnectWarning({
    session,
    content,
    catalogue,
    request: save,
  });
  useEffect(() => {
    if (savedRow === null || (dirty && place.rowNo !== 0)) return;
    setSavedRow(null);
    const go = afterSave.current;
    afterSave.current = null;
    if (dirty) {
      // what was typed while the new row was saved goes along to the row's own address
      sendAlong(sponsorKey, { ...place, rowNo: savedRow }, inRow(session.keep(), savedRow));
      discardKept();
      leaveUnasked();
    }
    if (go && !dirty) go();
    else if (place.rowNo === 0) {
      // the page is drawn anew at its own address; whoever was in a field goes on there
      const at = focusedAddress();
      const path = at && itemPath(catalogue, caseKey, { ...at, rowNo: savedRow });
      void navigate(path ? to(path) : toPage(page.page, savedRow), { replace: true });
    }
  }, [
    savedRow,
    dirty,
    navigate,
    to,
    toPage,
    page.page,
    place,
    catalogue,
    caseKey,
    sponsorKey,
    session,
    discardKept,
  ]);

  const saving = state.matches('submitting') || state.matches('saved');
  useEffect(() => {
    if (readOnly) return;
    onActions({ save: request, stops: () => stopsAction(session), dirty, saving, session });
    return () => onActions(null);
  }, [readOnly, request, session, dirty, saving, onActions]);
  const people = useOthers({ session, place, appendix, saving });
  useSaveKey(readOnly ? null : request);

  const { services, dialogs } = useEngineServices({
    caseKey,
    sponsorKey,
    page: page.page,
    catalogue,
    language,
  });
  const findings = useQuery({ ...findingsQuery(caseKey, receiver ?? ''), enabled: receiver !== null });
  const stored = findings.data?.findings;
  const known = useMemo(() => [...refused, ...(stored ?? [])], [refused, stored]);
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
        <NextButton
          shown={shown}
          page={page.page}
          saveThen={
            dirty
              ? (go) => {
                  afterSave.current = go;
                  request();
                }
              : undefined
          }
        />
      </div>
      {dialogs}
      {disconnecting}
      {state.matches('askingReason') && (
        <ReasonDialog
          opened
          title={t('save.reasonTitle')}
          options={SAVE_REASONS.map((reason: SaveReason) => ({
            value: reason,
            label: t(`save.reasons.${reason}`),
          }))}
          onConfirm={(reason) => send({ type: 'reason.given', reason })}
          onCancel={() => {
            afterSave.current = null;
            send({ type: 'reason.cancelled' });
          }}
        />
      )}
      {state.matches('conflict') && (
        <StaleDialog
          stale={state.context.stale}
          session={session}
          catalogue={catalogue}
          language={language}
          onAnswer={(takeTheirs) => send({ type: 'conflict.answered', takeTheirs })}
          onClose={() => {
            afterSave.current = null;
            send({ type: 'conflict.closed' });
          }}
        />
      )}
    </>
  );
}

/** Edits of a new row as those of the row it has become. */
const inRow = ({ changes, startedFrom, ...kept }: KeptEdits, rowNo: number): KeptEdits => ({
  ...kept,
  changes: {
    items: changes.items.map((item) => ({ ...item, rowNo })),
    rows: changes.rows.map((row) => ({ ...row, rowNo })),
  },
  startedFrom: startedFrom.map((value) => ({ ...value, rowNo })),
});

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
    readOnly: content.readOnly !== null,
    retrievedAt: content.retrievedAt,
  });
  const along = takeAlong(sponsorKey, place);
  if (along && !session.readOnly) session.putBack(along);
  return session;
}
