import {
  createContext,
  useCallback,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
  type FormEvent,
  type MouseEvent,
} from 'react';
import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './components.module.css';
import { isTextHeld, useHeldText } from './heldTexts.ts';
import { useOpenDialog } from './openDialogs.ts';

interface DialogProps extends Pick<
  ModalProps,
  'title' | 'size' | 'onClose' | 'onKeyDown' | 'closeOnEscape' | 'closeOnClickOutside' | 'children'
> {
  /** left out: as long as it is drawn */
  opened?: boolean;
  /** what has begun is not left alone: nothing closes the dialog */
  busy?: boolean;
  /** what closing means; left out: "Close" */
  closeLabel?: string;
  /** texts are kept while they are typed: nothing is lost by closing */
  keepsTexts?: boolean;
}

/** Holds the dialog around until the function that it answers is called. */
const HoldDialog = createContext<() => () => void>(() => () => {});

/** Nothing closes the dialog around while it is `busy`: what has begun in it is not left alone. */
export function useHeldDialog(busy: boolean): void {
  const hold = useContext(HoldDialog);
  useLayoutEffect(() => (busy ? hold() : undefined), [busy, hold]);
}

/**
 * A dialog with a title and a button that closes it. It is gone with the key that closes it: while one fades it still
 * has the focus and keeps the keys of the page behind it, so that what is pressed meanwhile would be lost.
 */
export const Dialog = ({ opened = true, ...dialog }: DialogProps) => opened && <OpenDialog {...dialog} />;

function OpenDialog({
  busy = false,
  closeLabel,
  closeOnEscape = true,
  closeOnClickOutside = true,
  keepsTexts = false,
  onClose,
  children,
  ...modal
}: Omit<DialogProps, 'opened'>) {
  const { t } = useTranslation('components');
  const [holders, setHolders] = useState(0);
  const hold = useCallback(() => {
    setHolders((count) => count + 1);
    return () => setHolders((count) => count - 1);
  }, []);
  const isHeld = busy || holders > 0;
  const { onClickCapture, endSeries } = useSingleAttempts();
  const { warning, onInput, close, stopLink } = useTypedText(onClose, endSeries, keepsTexts);
  useOpenDialog(() => {
    if (closeOnEscape && !isHeld) close();
  });
  return (
    <Modal
      {...modal}
      opened
      onClose={close}
      closeOnEscape={closeOnEscape && !isHeld}
      closeOnClickOutside={closeOnClickOutside && !isHeld}
      withCloseButton={!isHeld}
      closeButtonProps={{ 'aria-label': closeLabel ?? t('close') }}
      onInput={onInput}
      onClickCapture={(event) => {
        onClickCapture(event);
        if (!event.isPropagationStopped()) stopLink(event);
      }}
    >
      <TakesKeys />
      <HoldDialog value={hold}>{children}</HoldDialog>
      {warning && (
        <p role="alert" className={styles.problem} data-below>
          {t(`discardsText.${warning}`)}
        </p>
      )}
    </Modal>
  );
}

/**
 * A double click and a held key are one attempt. The further clicks of what opened the dialog, or warned in it, are no click
 * beside it, nor on what is drawn below the pointer; `endSeries`: further clicks of the current series do nothing.
 */
function useSingleAttempts() {
  const hasBegun = useRef(false);
  useLayoutEffect(() => {
    // before the listener of Mantine, which is added later
    const ignoreRepeated = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && event.repeat) event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', ignoreRepeated, true);
    return () => window.removeEventListener('keydown', ignoreRepeated, true);
  }, []);
  return {
    onClickCapture(event: MouseEvent): void {
      if (event.detail <= 1) hasBegun.current = true;
      if (hasBegun.current) return;
      event.preventDefault();
      event.stopPropagation();
    },
    endSeries: () => void (hasBegun.current = false),
  };
}

/** A link that shows another page in place of this one. */
const opensHere = (link: HTMLAnchorElement): boolean =>
  ['', '_self'].includes(link.target) && !link.hasAttribute('download') && !link.hash;

/**
 * A typed text is not lost by one Escape, which may have been meant for a list or an input method, nor by a click beside
 * the dialog or on a link in it: the first attempt to close it, or to follow a link, warns and goes back to the text, the
 * second one does it. Where the document is reloaded or closed, the browser asks. Buttons of the dialog are meant as they
 * read. Fields of one line are typed again quickly and do not count; nor does any where the texts are kept.
 */
function useTypedText(onClose: () => void, onWarned: () => void, keepsTexts: boolean) {
  /** in the order in which they were typed into */
  const typed = useRef(new Set<HTMLTextAreaElement>());
  const [warning, setWarning] = useState<'close' | 'link' | null>(null);
  const heldText = (): HTMLTextAreaElement | undefined =>
    keepsTexts
      ? undefined
      : [...typed.current].findLast(({ isConnected, value }) => isConnected && value.trim() !== '');
  useHeldText(() => heldText() !== undefined);
  /** Whether the user is to look at a text first. */
  const warns = (of: 'close' | 'link'): boolean => {
    const held = heldText();
    // a link leaves the dialogs below, too
    const isHeld = held !== undefined || (of === 'link' && isTextHeld());
    if (warning === of || !isHeld) return false;
    setWarning(of);
    onWarned();
    held?.focus();
    return true;
  };
  return {
    warning,
    onInput({ target, currentTarget }: FormEvent<HTMLElement>) {
      // a dialog that is opened in this one is no part of it
      if (!(target instanceof HTMLTextAreaElement) || !currentTarget.contains(target)) return;
      typed.current.delete(target);
      typed.current.add(target);
      setWarning(null);
    },
    close() {
      if (!warns('close')) onClose();
    },
    stopLink(event: MouseEvent<HTMLElement>) {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]');
      if (!link || !event.currentTarget.contains(link) || !opensHere(link)) return;
      // opened in another tab, the link leaves the dialog where it is
      if (event.ctrlKey || event.metaKey || event.shiftKey) {
        if (heldText()) event.stopPropagation();
      } else if (warns('link')) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
  };
}

/** What a dialog begins with that names nothing. */
const FOCUSABLE = 'a[href], :is(button, input, select, textarea):not(:disabled), [tabindex="0"]';

const beginningOf = (dialog: HTMLElement): HTMLElement | null =>
  dialog.querySelector<HTMLElement>('[data-autofocus]:not([inert])');

/** Where the focus begins in a dialog. */
export const firstIn = (dialog: HTMLElement): HTMLElement =>
  beginningOf(dialog) ?? dialog.querySelector<HTMLElement>(FOCUSABLE) ?? dialog;

/** Focuses what the dialog begins with, also where that is loaded later: a user who has gone on by then stays there. */
function focusFirst(dialog: HTMLElement): MutationObserver {
  const first = firstIn(dialog);
  first.focus({ preventScroll: true });
  const watcher = new MutationObserver(() => {
    if (document.activeElement !== first) return watcher.disconnect();
    const beginning = beginningOf(dialog);
    if (!beginning) return;
    watcher.disconnect();
    beginning.focus({ preventScroll: true });
  });
  if (!beginningOf(dialog)) watcher.observe(dialog, { childList: true, subtree: true });
  return watcher;
}

/**
 * Takes the focus when the dialog is drawn, and gives it back when it is gone. Mantine does both a task later, or not at
 * all where the dialog is not drawn any more. A key in between would reach the page: after the key that opened the dialog,
 * `Ctrl+S`, `Enter` would write a line break into a narrative and not save it; after the one that closed it, `Ctrl+Z` would
 * reach no field and be lost. A task later the user may be in another field of the dialog, on a busy machine in the middle
 * of a word: the mark is the first that Mantine finds to focus then, and takes no focus.
 */
function TakesKeys() {
  const here = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const dialog = here.current?.closest<HTMLElement>('[role="dialog"]');
    const watcher = dialog && focusFirst(dialog);
    return () => {
      watcher?.disconnect();
      const isHere = dialog?.contains(document.activeElement) || document.activeElement === document.body;
      if (isHere && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  return <span ref={here} hidden inert data-autofocus />;
}
