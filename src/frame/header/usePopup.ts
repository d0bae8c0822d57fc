/** A window of its own that shows a page of another origin and talks with us by messages. */
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { WindowSize } from './outside.ts';

export interface Popup {
  /** False where the browser did not let it open. One of the same name is used again. */
  open: (url: string, size: WindowSize) => boolean;
  /** Leads it somewhere else. False where it is gone. */
  lead: (url: string) => boolean;
  close: () => void;
}

/** Sends a message back, to the page that is expected there and no other. */
type Reply = (message: object) => void;

/** Takes messages of the opened page only: of no other window, and of no other origin in this one. */
export function usePopup(name: string, onMessage: (data: unknown, reply: Reply) => void): Popup {
  const opened = useRef<{ window: Window; origin: string } | null>(null);
  const hear = useEffectEvent(({ source, origin, data }: MessageEvent<unknown>) => {
    const popup = opened.current;
    if (!popup || source !== popup.window || origin !== popup.origin) return;
    onMessage(data, (message) => popup.window.postMessage(message, popup.origin));
  });
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => hear(event);
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);
  return useMemo(
    () => ({
      open: (url, { width, height }) => {
        const found = window.open(url, `casewright.${name}`, `popup,width=${width},height=${height}`);
        opened.current = found && { window: found, origin: new URL(url).origin };
        found?.focus();
        return found !== null;
      },
      lead: (url) => {
        const popup = opened.current?.window;
        if (!popup || popup.closed) return false;
        popup.location.href = url;
        return true;
      },
      close: () => opened.current?.window.close(),
    }),
    [name],
  );
}
