/** The form of a page of a record. It keeps its session while the page stays open. */
import { VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import type { RecordKind } from '../../../schemas/compile/catalogue.types.ts';
import { addressKey, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import { linkQuery } from '../../../shared/case/itemLink.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { leaveWithoutAsking, useUnsavedChanges } from '../../app-context/unsavedChanges.ts';
import { wordsIn } from '../../catalogue/words.ts';
import { useDialog } from '../../components/index.ts';
import { useIsDrawn } from '../../components/useIsDrawn.ts';
import { createPageSession, focusedAddress, PageForm, type Finding } from '../../engine/index.ts';
import { handOverEdits, receiveEdits, takeReceived } from '../../page-editor/restore-edits/handOver.ts';
import { RestoreEditsDialog } from '../../page-editor/restore-edits/RestoreEditsDialog.tsx';
import { usePageJournal } from '../../page-editor/restore-edits/usePageJournal.ts';
import { openStored } from '../../page-editor/save/openStored.ts';
import { SaveDialogs } from '../../page-editor/save/SaveDialogs.tsx';
import { stopsAction } from '../../page-editor/save/stopsAction.ts';
import { useSave } from '../../page-editor/save/useSave.ts';
import { useSaveKey } from '../../page-editor/save/useSaveKey.ts';
import { useOpenRefusals } from '../../page-editor/useOpenRefusals.ts';
import { usePageFocus } from '../../page-editor/usePageFocus.ts';
import { RecordItemAudit } from './RecordAudit.tsx';
import { recordQuery, type RecordContent, type RecordPageAddress } from './records.queries.ts';
import { MEMBERS, useRecordRoute } from './recordRoute.ts';
import { storedRecord } from './storedRecord.ts';
import { TemplatePanel } from './template/TemplatePanel.tsx';
import { useTemplate } from './template/useTemplate.ts';
import { useRecordFindings } from './useRecordFindings.ts';
import { useRecordServices } from './useRecordServices.ts';
import { rightsOnRecord } from '../../../shared/records/rightsOnRecord.ts';
import { ITEM_MISSING } from '../../../shared/rules/findingCodes.ts';

/** What the header above the form can do with it. */
export interface RecordActions {
  save: () => void;
  /** true after a message that tells the user why not yet */
  stops: () => boolean;
  dirty: boolean;
  saving: boolean;
}

export interface OpenRecordProps {
  kind: RecordKind;
  address: RecordPageAddress;
  content: RecordContent;
  onActions: (actions: RecordActions | null) => void;
  /** opens the page again without the changes */
  onDiscard: () => void;
}

export function OpenRecord({ kind, address, content, onActions, onDiscard }: OpenRecordProps) {
  const { catalogue } = kind;
  const { page, recordKey } = address;
  const { appendix, language } = useRouteContext();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { toRecord } = useRecordRoute(kind);
  const { focus, refused, onRefused } = usePageFocus();
  const readOnly = content.readOnly !== null;
  const [{ session, misfits }] = useState(() => {
    const opened = createPageSession({
      content,
      catalogue,
      page,
      rowNo: 0,
      inputs: content.inputs,
      readOnly,
      saved: content.saved,
      retrievedAt: content.retrievedAt,
    });
    const received = receiveEdits(placeOf(address));
    return { session: opened, misfits: received && takeReceived(opened, received) };
  });
  const [rights] = useState(() => rightsOnRecord(catalogue, recordKey === 0));
  const title = content.name || kind.label[language];
  const journaled = usePageJournal({ session, catalogue, place: placeOf(address), page, title, misfits });
  const [offer] = journaled.restoreOffers;
  const dirty = useSyncExternalStore(session.subscribeDirty, session.isDirty);
  const [discard] = useState(() => () => {
    journaled.discard();
    onDiscard();
  });
  useUnsavedChanges(dirty, discard);

  const [stored] = useState(() => storedRecord({ kind, address, appendix, queries }));
  // who works for a new company is invited next
  const afterwards = kind.privilege === 'SYSTEM' && recordKey === 0 ? MEMBERS : undefined;
  const isOpen = useIsDrawn();
  const openSaved = (key: number): void => {
    const saved = { ...address, recordKey: key };
    void openStored({
      read: () => queries.fetchQuery(recordQuery(saved, appendix)),
      isOpen,
      open() {
        const hasNewEdits = session.isDirty();
        if (hasNewEdits) handOverEdits(placeOf(saved), session.snapshotEdits());
        journaled.discard();
        leaveWithoutAsking();
        const next = hasNewEdits ? undefined : afterwards;
        const focused = focusedAddress();
        const path = toRecord(key, next);
        // the form is mounted again at the record's address; the field that has the focus has it there, too
        return navigate(focused && next === undefined ? `${path}?${linkQuery(focused)}` : path, {
          replace: true,
          flushSync: true,
        });
      },
    });
  };
  const { state, send, save, isSaving } = useSave({
    content,
    session,
    catalogue,
    stored,
    onRefused,
    openSaved,
    title,
  });
  useEffect(() => {
    if (readOnly) return;
    onActions({ save, stops: () => stopsAction(session), dirty, saving: isSaving });
    return () => onActions(null);
  }, [readOnly, save, session, dirty, isSaving, onActions]);
  useSaveKey(readOnly ? null : save);

  const history = useDialog<ItemAddress>();
  const services = useRecordServices({ address, language, showAudit: history.show });
  const found = useRecordFindings({ catalogue, session, content, stored: queries, address, appendix });
  const template = useTemplate({ catalogue, session });
  const refusals = useOpenRefusals(session, refused);
  const findings = useMemo(
    () => [...refusals, ...withoutRefused(found, refusals), ...template.findings],
    [refusals, found, template.findings],
  );
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
      <VisuallyHidden component="h2">{wordsIn(kind.label, language)}</VisuallyHidden>
      <PageForm
        session={session}
        catalogue={catalogue}
        page={page}
        language={language}
        appendix={null}
        services={services}
        readOnly={readOnly}
        rights={rights}
        findings={findings}
        focusAddress={focus ?? (recordKey === 0 ? 'first' : null)}
      />
      {template.item && <TemplatePanel session={session} item={template.item} template={template} />}
      <SaveDialogs
        state={state}
        send={send}
        sessionAt={() => session}
        catalogue={catalogue}
        language={language}
      />
      {history.subject && (
        <RecordItemAudit kind={kind} record={address} address={history.subject} onClose={history.hide} />
      )}
    </>
  );
}

/** Key of a page of a record in the journal. */
const placeOf = ({ sponsorKey, kind, recordKey, page }: RecordPageAddress): string =>
  [sponsorKey, kind, recordKey, page].join('/');

/** What is missing is said once: by the save that it refused, or as what is found. */
function withoutRefused(found: readonly Finding[], refusals: readonly Finding[]): Finding[] {
  const refused = new Set(refusals.map(addressKey));
  return found.filter((one) => one.ruleId !== ITEM_MISSING || !refused.has(addressKey(one)));
}
