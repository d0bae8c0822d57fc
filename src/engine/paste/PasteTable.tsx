import { useMemo } from 'react';
import { useAtom } from 'jotai';
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
  const empty = useMemo(
    () => emptyRows(session, catalogue, group, paste.parent),
    [session, catalogue, group, paste.parent],
  );
  const room = useMemo(
    () => ({
      append: roomFor(session, group, paste.parent, 0),
      fillEmpty: roomFor(session, group, paste.parent, empty.length),
    }),
    [session, group, paste.parent, empty],
  );
  const apply = (plan: PastePlan, into: PasteInto) => {
    const first = applyPaste(session, group, paste.parent, plan, into === 'append' ? [] : empty);
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
      empty={empty.length}
      table={paste.table}
      onApply={apply}
      onClose={onClose}
    />
  );
}
