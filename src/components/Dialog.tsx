import { useLayoutEffect, useRef } from 'react';
import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

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
}

/**
 * A dialog with a title and a button that closes it. It is gone with the key that closes it: while one fades it still
 * has the focus and keeps the keys of the page behind it, so that what is pressed meanwhile would be lost.
 */
export function Dialog({
  opened = true,
  busy = false,
  closeLabel,
  closeOnEscape = true,
  closeOnClickOutside = true,
  children,
  ...modal
}: DialogProps) {
  const { t } = useTranslation('components');
  if (!opened) return null;
  return (
    <Modal
      {...modal}
      opened
      closeOnEscape={closeOnEscape && !busy}
      closeOnClickOutside={closeOnClickOutside && !busy}
      withCloseButton={!busy}
      closeButtonProps={{ 'aria-label': closeLabel ?? t('close') }}
    >
      <TakesKeys />
      {children}
    </Modal>
  );
}

/**
 * Takes the focus when the dialog is drawn, and gives it back when it is gone. Mantine does both a task later, or not at
 * all where the dialog is not drawn any more. A key in between would reach the page: after the key that opened the dialog,
 * `Ctrl+S`, `Enter` would write a line break into a narrative and not save it; after the one that closed it, `Ctrl+Z` would
 * reach no field and be lost.
 */
function TakesKeys() {
  const here = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const dialog = here.current?.closest<HTMLElement>('[role="dialog"]');
    const first = dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog;
    first?.focus({ preventScroll: true });
    return () => {
      const isHere = dialog?.contains(document.activeElement) || document.activeElement === document.body;
      if (isHere && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  return <span ref={here} hidden />;
}
