import { useMemo } from 'react';
import { useAtom, useAtomValue } from 'jotai';
import { useEngine } from '../page/context.ts';
import type { OpenPaste } from '../page/formState.ts';
import { focusRow } from '../rows/rowFocus.ts';
import { pasteItems } from './columns.ts';
import { applyPaste, emptyRows, roomFor, type PasteInto, type PastePlan } from './plan.ts';
import { lazyComponent } from '../../lazy/lazyComponent.tsx';

const PasteDialog = lazyComponent(async () => (await import('./PasteDialog.tsx')).PasteDialog);

/** The one paste dialog of the page, for the group it was opened for. */
export function PasteTable() {
  const [paste, setPaste] = useAtom(useEngine().form.paste);
  return paste && <OpenPasteTable paste={paste} onClose={() => setPaste(null)} />;
}

function OpenPasteTable({ paste, onClose }: { paste: OpenPaste; onClose: () => void }) {
  const engine = useEngine();
  const { catalogue, form, language, rights, services, session, t } = engine;
  const group = catalogue.groups[paste.group];
  if (!group) throw new Error(`the catalogue has no group ${paste.group}`);
  const items = useMemo(() => pasteItems(catalogue, paste.group, rights), [catalogue, paste.group, rights]);
  const parentNow = useMemo(() => session.followParent(paste.group, paste.parent), [session, paste]);
  // what others store meanwhile may fill rows, and give the row that these are in another number
  useAtomValue(session.rows(paste.group, parentNow()));
  const emptyNow = () => emptyRows(session, catalogue, group, parentNow());
  const empty = emptyNow().length;
  const room = {
    append: roomFor(session, group, parentNow(), 0),
    fillEmpty: roomFor(session, group, parentNow(), empty),
  };
  const apply = (plan: PastePlan, into: PasteInto) => {
    const free = into === 'append' ? [] : emptyNow();
    const first = applyPaste(session, group, parentNow(), plan, free);
    onClose();
    session.store.set(form.announcement, t('paste:done', { count: plan.stored }));
    if (first !== null) focusRow(engine, first);
  };
  return (
    <PasteDialog
      title={group.label[language]}
      items={items}
      summary={group.summary}
      language={language}
      services={services}
      room={room}
      empty={empty}
      table={paste.table}
      onApply={apply}
      onClose={onClose}
    />
  );
}
