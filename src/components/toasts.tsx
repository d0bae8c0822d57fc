/**
 * Messages in the corner: an error stays until it is closed, a success goes after a second (specification section 8).
 * The same message again is counted where it stands; the newest is on top.
 */
import { VisuallyHidden } from '@mantine/core';
import { notifications, notificationsStore } from '@mantine/notifications';
import i18next from 'i18next';
import type { FocusEvent, KeyboardEvent } from 'react';

const SUCCESS_MS = 1000;
const INFO_MS = 4000;

type Tone = 'error' | 'success' | 'info';
const COLOURS = { error: 'red', success: 'green', info: 'ink' } as const;

/** how often each message was said since it is shown */
const counts = new Map<string, number>();
let said = 0;

function isShown(id: string): boolean {
  const { notifications: shown, queue } = notificationsStore.getState();
  return [...shown, ...queue].some((toast) => toast.id === id);
}

function show(message: string, tone: Tone, autoClose: number | false): void {
  const id = `${tone} ${message}`;
  const count = isShown(id) ? (counts.get(id) ?? 0) + 1 : 1;
  counts.set(id, count);
  said += 1;
  const toast = { id, message: <Said message={message} count={count} />, autoClose, priority: said };
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
    // whoever has come to it with the keyboard may read on
    onFocus: () => notifications.update({ ...toast, autoClose: false }),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) notifications.update(toast);
    },
  });
}

function Said({ message, count }: { message: string; count: number }) {
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
    </>
  );
}

export const showError = (message: string): void => show(message, 'error', false);
export const showSuccess = (message: string): void => show(message, 'success', SUCCESS_MS);
export const showInfo = (message: string, forMs = INFO_MS): void => show(message, 'info', forMs);
