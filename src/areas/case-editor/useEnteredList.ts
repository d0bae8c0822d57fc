import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { addressOfLink } from '../../engine/index.ts';
import { isEntered } from './caseRoute.ts';

/**
 * The focus in a list of rows that was entered by a key: its first line, else "add". A link to an item that no row is
 * named for leads to "add", since a row is what is missing.
 */
export function useEnteredList(loaded: boolean): RefObject<HTMLButtonElement | null> {
  const add = useRef<HTMLButtonElement>(null);
  const { search, state, key } = useLocation();
  const enter = useEffectEvent(() => {
    const isSought = addressOfLink(new URLSearchParams(search)) !== null;
    if (!isSought && !isEntered(state)) return;
    const line = isSought ? null : document.querySelector<HTMLElement>('main tr[data-opens]');
    (line ?? add.current)?.focus();
  });
  // once for each navigation
  useEffect(() => {
    if (loaded) enter();
  }, [loaded, key]);
  return add;
}
