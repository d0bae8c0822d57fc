/**
 * Messages in the corner: errors stay until they are closed, success messages disappear after a second (specification
 * section 8). A repeated message increments a counter on the first one; the newest is on top.
 */
import { VisuallyHidden } from '@mantine/core';
import { notifications, notificationsStore } from '@mantine/notifications';
import i18next from 'i18next';
import type { FocusEvent, KeyboardEvent } from 'react';

const SUCCESS_MS = 1000;
const INFO_MS = 4000;

type Tone = 'error' | 'success' | 'info';
const COLOURS = { error: 'red', success: 'green', info: 'ink' } as const;

/** repetitions of each visible message */
const counts = new Map<string, number>();
let messages = 0;

const idOf = (message: string, tone: Tone): string => `${tone} ${message}`;

function isShown(id: string): boolean {
  const { notifications: shown, queue } = notificationsStore.getState();
  return [...shown, ...queue].some((toast) => toast.id === id);
}

function show(message: string, tone: Tone, autoClose: number | false, note: string | null = null): void {
  const id = idOf(message, tone);
  const count = isShown(id) ? (counts.get(id) ?? 0) + 1 : 1;
  counts.set(id, count);
  messages += 1;
  const toast = {
    id,
    message: <CountedMessage message={message} count={count} note={note} />,
    autoClose,
    priority: messages,
  };
  if (count > 1) {
    notifications.update(toast);
    return;
  }
  notifications.show({
    ...toast,
    color: COLOURS[tone],
    withBorder: true,
    role: tone === 'error' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': i18next.t('components:close') },
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Escape') notifications.hide(id);
    },
    // A keyboard user who focused the message can finish reading it.
    onFocus: () => notifications.update({ ...toast, autoClose: false }),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) notifications.update(toast);
    },
  });
}

interface CountedMessageProps {
  message: string;
  count: number;
  note: string | null;
}

function CountedMessage({ message, count, note }: CountedMessageProps) {
  return (
    <>
      {message}
      {count > 1 && (
        <strong>
          {' '}
          <span aria-hidden>×{count}</span>
          <VisuallyHidden>{i18next.t('failures:toasts.times', { count })}</VisuallyHidden>
        </strong>
      )}
      {note && (
        <>
          <br />
          <small>{note}</small>
        </>
      )}
    </>
  );
}

/** `note` is shown below the message, that of the latest where the message is repeated. */
export const showError = (message: string, note: string | null = null): void =>
  show(message, 'error', false, note);
/** Closes an error that is no longer so. */
export const withdrawError = (message: string): void => void notifications.hide(idOf(message, 'error'));
export const showSuccess = (message: string): void => show(message, 'success', SUCCESS_MS);
export const showInfo = (message: string, forMs = INFO_MS): void => show(message, 'info', forMs);
