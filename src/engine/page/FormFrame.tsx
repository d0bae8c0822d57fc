/** The element around a form. It listens for the whole form, so that a field costs no listener of its own. */
import {
  useCallback,
  useMemo,
  useRef,
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useAtomValue } from 'jotai';
import { useLocalStorage } from '@mantine/hooks';
import { useHeldText } from '../../components/heldTexts.ts';
import { useLeaveStop } from '../../components/leaveStops.ts';
import { showInfo } from '../../components/index.ts';
import { followKey, isEntryOpen, isModalOpen, useKeys } from '../../keys/index.ts';
import { Help } from '../help/Help.tsx';
import { ItemMenu } from '../item/ItemMenu.tsx';
import styles from '../item/form.module.css';
import { tablePasted } from '../paste/pastedInto.ts';
import { PasteTable } from '../paste/PasteTable.tsx';
import { useEngine } from './context.ts';
import { runAction } from './formActions.ts';
import { formKeys, keysAroundForm } from './formKeys.ts';
import { stopForRefusedEntry } from './refusedEntries.ts';
import { addressKeyOf } from './shortcuts.ts';
import { StoppedAction } from './StoppedAction.tsx';
import { useKeepFocus } from './useKeepFocus.ts';

export function FormFrame({ page, children }: { page: string; children: ReactNode }) {
  const engine = useEngine();
  const { catalogue, form, language, session } = engine;
  const [idsShown, showIds] = useLocalStorage({ key: 'casewright.itemIds', defaultValue: false });
  const [helpShown, showHelp] = useLocalStorage({ key: 'casewright.help', defaultValue: false });
  const root = useRef<HTMLDivElement>(null);
  const keys = useMemo(() => formKeys(engine), [engine]);
  useKeys(keysAroundForm(keys));
  useKeepFocus(root);
  useLeaveStop(
    useCallback(() => {
      const why = stopForRefusedEntry(session);
      if (why !== null) showInfo(why);
      return why !== null;
    }, [session]),
  );
  useHeldText(() => isEntryOpen() && root.current?.contains(document.activeElement) === true);
  const loose = catalogue.pages[page]?.layout.some(({ type }) => type === 'item');

  const onFocus = (event: FocusEvent) => {
    session.closeStep();
    const key = addressKeyOf(event.target);
    if (key !== null) session.store.set(form.focused, key);
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = tablePasted(event.nativeEvent);
    if (!pasted) return;
    event.preventDefault();
    session.store.set(form.paste, pasted);
  };

  return (
    <div
      ref={root}
      // takes the focus when nothing of the form is left to take it
      tabIndex={-1}
      role="group"
      aria-label={catalogue.pages[page]?.label[language]}
      className={styles.form}
      data-form
      data-item-ids={idsShown ? '' : undefined}
      data-help={helpShown ? '' : undefined}
      onFocus={onFocus}
      onClick={(event) => runAction(engine, event.target)}
      onKeyDown={(event: KeyboardEvent) => {
        // a dialog of the form is drawn elsewhere and hands its keys on to the form, whose edits they would take back
        if (!isModalOpen()) followKey(event.nativeEvent, keys);
      }}
      onPaste={onPaste}
    >
      <div className={styles.page} data-loose={loose ? '' : undefined}>
        {children}
      </div>
      <ItemMenu />
      <PasteTable />
      <StoppedAction />
      <Announcer />
      <Help idsShown={idsShown} onIds={showIds} helpShown={helpShown} onHelp={showHelp} />
    </div>
  );
}

/** Text for assistive technology. */
function Announcer() {
  const { form } = useEngine();
  return (
    <div role="status" className={styles.quiet}>
      {useAtomValue(form.announcement)}
    </div>
  );
}
