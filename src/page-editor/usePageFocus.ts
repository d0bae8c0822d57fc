/** Where the open page puts the focus: at the item a link names, at its first field, or at an item a save refused. */
import { useCallback, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { addressOfLink, type Finding, type PageFormProps } from '../engine/index.ts';
import { isEntered } from './enterPage.ts';

type Focus = PageFormProps['focusAddress'];

export function usePageFocus(): {
  focus: Focus;
  /** items the last save refused, with the reasons */
  refused: readonly Finding[];
  onRefused: (items: readonly Finding[]) => void;
} {
  // an object of its own for each navigation: a link followed once more focuses once more
  const location = useLocation();
  const { key } = location;
  const linked = useMemo(
    (): Focus =>
      addressOfLink(new URLSearchParams(location.search)) ?? (isEntered(location.state) ? 'first' : null),
    [location],
  );
  const [last, setLast] = useState<{ items: readonly Finding[]; key: string }>({ items: [], key });
  const onRefused = useCallback((items: readonly Finding[]) => setLast({ items, key }), [key]);
  const first = last.items[0];
  // the address itself, the same object until the next save: the form moves the focus once
  return { focus: first && last.key === key ? first : linked, refused: last.items, onRefused };
}
