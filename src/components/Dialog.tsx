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

/** A dialog with a title and a button that closes it. */
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
  return (
    <Modal
      {...modal}
      opened={opened}
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
 * Takes the focus when the dialog is drawn. Mantine takes it a task later, and until then a key that follows the one that
 * opened the dialog would reach the page: `Ctrl+S`, `Enter` would write a line break into a narrative and not save it.
 */
function TakesKeys() {
  const here = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const dialog = here.current?.closest<HTMLElement>('[role="dialog"]');
    const first = dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog;
    first?.focus({ preventScroll: true });
  }, []);
  return <span ref={here} hidden />;
}
