/** The editor of a page whose content is there. It keeps its session while the page stays open. */
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { SAVE_REASONS, type SaveReason } from '../../../../machines/save/save.machine.ts';
import { ReasonDialog } from '../../../components/index.ts';
import { addressOfLink, createPageSession, PageForm, type PageSession } from '../../../engine/index.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { usePlace } from '../../../frame/place.ts';
import { useUnsavedChanges } from '../../../frame/unsavedChanges.ts';
import { findingsQuery, type PageContent, type PagePlace } from '../case.queries.ts';
import { useCasePlace } from '../casePlace.ts';
import { NextButton } from '../components/NextButton.tsx';
import { ReadOnlyBanner } from '../components/ReadOnlyBanner.tsx';
import { RowPager } from '../components/RowPager.tsx';
import { StaleDialog } from '../components/StaleDialog.tsx';
import { useDraft, useKeptDraft, type Draft } from '../useDraft.ts';
import { useEngineServices } from '../useEngineServices.tsx';
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
  const { toPage } = useCasePlace();
  const navigate = useNavigate();
  const { search, key } = useLocation();
  // a link followed once more focuses once more
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const focused = useMemo(() => addressOfLink(new URLSearchParams(search)), [search, key]);
  const readOnly = content.readOnly !== null;
  const draft = useKeptDraft(place, readOnly);
  const basedOn = draft?.retrievedAt ?? content.retrievedAt;
  const [session] = useState(() => openSession(props, draft));
  useDraft(session, place, basedOn);
  const dirty = useSyncExternalStore(session.subscribeDirty, () => session.store.get(session.dirtyCount)) > 0;
  const discard = useRef(onDiscard);
  useUnsavedChanges(dirty, discard.current);

  // a saved new row gets its own address, and "save and next" goes on, once nothing is unsaved any more
  const afterSave = useRef<(() => void) | null>(null);
  const [savedRow, setSavedRow] = useState<number | null>(null);
  const onSaved = useRef(setSavedRow).current;
  const { state, send, request } = useSavePage({
    place,
    appendix,
    content,
    basedOn,
    session,
    onSaved,
    onReopen: discard.current,
  });
  useEffect(() => {
    if (savedRow === null || dirty) return;
    setSavedRow(null);
    const go = afterSave.current;
    afterSave.current = null;
    if (go) go();
    else if (place.rowNo === 0) void navigate(toPage(page.page, savedRow), { replace: true });
  }, [savedRow, dirty, navigate, toPage, page.page, place.rowNo]);

  const saving = state.matches('submitting') || state.matches('saved');
  useEffect(() => {
    if (readOnly) return;
    onActions({ save: request, dirty, saving });
    return () => onActions(null);
  }, [readOnly, request, dirty, saving, onActions]);
  useSaveShortcut(readOnly ? null : request);

  const { services, dialogs } = useEngineServices({
    caseKey,
    sponsorKey,
    page: page.page,
    catalogue,
    language,
  });
  const findings = useQuery({ ...findingsQuery(caseKey, receiver ?? ''), enabled: receiver !== null });
  return (
    <>
      <ReadOnlyBanner why={content.readOnly} />
      {place.rowNo === null ? (
        <VisuallyHidden component="h2">{wordsIn(page.label, language)}</VisuallyHidden>
      ) : (
        <RowPager caseKey={caseKey} page={page} catalogue={catalogue} content={content} dirty={dirty} />
      )}
      <PageForm
        session={session}
        catalogue={catalogue}
        page={page.page}
        language={language}
        appendix={appendix}
        services={services}
        readOnly={readOnly}
        findings={findings.data?.findings}
        focusAddress={focused}
      />
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

/** The session of the page as it was read, with the edits of a draft on top. */
function openSession({ content, catalogue, page }: OpenPageProps, draft: Draft | null): PageSession {
  const session = createPageSession({
    content,
    catalogue,
    page: page.page,
    rowNo: content.rowNo,
    references: content.references,
    readOnly: content.readOnly !== null,
  });
  if (draft) session.apply(draft.changes);
  return session;
}

/** Ctrl+S (or Cmd+S) saves instead of what the browser would do. */
function useSaveShortcut(save: (() => void) | null): void {
  useEffect(() => {
    if (!save) return;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      // a question is open: it is answered first
      if (document.querySelector('[role="dialog"][aria-modal="true"]')) return;
      const field = document.activeElement;
      // a field may keep what was typed until it is left
      if (field instanceof HTMLElement) {
        field.blur();
        field.focus();
      }
      save();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [save]);
}
