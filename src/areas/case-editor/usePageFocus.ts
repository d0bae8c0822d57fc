/** Where the open page puts the focus: at the item a link leads to, at its beginning, or at what a save did not take. */
import { useCallback, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { addressOfLink, type Finding, type PageFormProps } from '../../engine/index.ts';
import { isEntered } from './caseRoute.ts';

type Focus = PageFormProps['focusAddress'];

export function usePageFocus(): {
  focus: Focus;
  /** items the last save did not take, with the reasons */
  refused: readonly Finding[];
  onRefused: (items: readonly Finding[]) => void;
} {
  const { search, key, state } = useLocation();
  const linked = useMemo(
    (): Focus => addressOfLink(new URLSearchParams(search)) ?? (isEntered(state) ? 'first' : null),
    // a link followed once more focuses once more
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [search, key],
  );
  const [last, setLast] = useState<{ items: readonly Finding[]; key: string }>({ items: [], key });
  const onRefused = useCallback((items: readonly Finding[]) => setLast({ items, key }), [key]);
  const first = last.items[0];
  // the address itself, the same object until the next save: the form moves the focus once
  return { focus: first && last.key === key ? first : linked, refused: last.items, onRefused };
}
