/** The keyboard of a table that is a grid: cell by cell, rows chosen and opened, columns made wider. */
import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react';
import { followKey, type KeyHandlers } from '../keys/index.ts';
import { WIDTH_STEP } from './columnWidth.ts';
import {
  firstPosition,
  HEAD,
  leaveOneStop,
  moved,
  positionOf,
  stopAt,
  type GridMove,
  type GridPosition,
} from './gridFocus.ts';

/** Rows of a screen, for Page Up and Page Down. */
const LINES = 10;

interface GridWorld {
  /** keys of the rows drawn */
  keys: readonly string[];
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  onOpen?: (rowKey: string) => void;
  /** `column` counts the cells of a row; pixels more, or less */
  onWiden?: (column: number, by: number) => void;
}

export interface Grid {
  ref: React.RefObject<HTMLTableElement | null>;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
  onBlur: (event: FocusEvent<HTMLElement>) => void;
  toggle: (rowKey: string) => void;
}

const isOwn = (target: EventTarget): boolean =>
  target instanceof Element && target.matches('button, input, select');
/** links follow Enter themselves, and know no Space */
const isLink = (target: EventTarget): boolean => target instanceof Element && target.matches('a');
const writes = (target: EventTarget): boolean =>
  target instanceof Element && target.matches('select, textarea, input:not([type=checkbox], [type=radio])');

/** `active`: the table is a grid; else its parts keep their places in the order of Tab. */
export function useGrid(active: boolean, { keys, selected, onSelect, onOpen, onWiden }: GridWorld): Grid {
  const ref = useRef<HTMLTableElement>(null);
  const position = useRef<GridPosition | null>(null);
  const hasFocus = useRef(false);
  /** where a range begins that Shift extends */
  const anchor = useRef<string | null>(null);

  useLayoutEffect(() => {
    const table = ref.current;
    if (!active || !table) return;
    const stop = stopAt(table, position.current ?? firstPosition(table));
    leaveOneStop(table, stop);
    // what had the focus is gone with its row: its neighbour goes on
    if (hasFocus.current && (document.activeElement === document.body || !document.activeElement))
      stop?.focus();
  });

  const go = (move: GridMove): GridPosition | null => {
    const table = ref.current;
    const target = table && position.current && moved(table, position.current, move);
    if (!target) return null;
    target.focus();
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    return position.current;
  };
  const toggle = (rowKey: string) => {
    anchor.current = rowKey;
    const next = new Set(selected);
    if (!next.delete(rowKey)) next.add(rowKey);
    onSelect?.(next);
  };
  const extendTo = (rowKey: string | undefined) => {
    if (!selected || rowKey === undefined || rowKey === HEAD) return false;
    const to = keys.indexOf(rowKey);
    const from = anchor.current === null ? to : keys.indexOf(anchor.current);
    const range = keys.slice(Math.min(from, to), Math.max(from, to) + 1);
    if (anchor.current === null || from < 0) anchor.current = rowKey;
    onSelect?.(new Set([...selected, ...(from < 0 ? [rowKey] : range)]));
    return true;
  };
  const extend = (count: 1 | -1) => {
    if (!selected || !position.current) return false;
    anchor.current ??= position.current.rowKey === HEAD ? null : position.current.rowKey;
    return extendTo(go({ by: 'rows', count })?.rowKey);
  };
  const widen = (by: number) => {
    if (position.current?.rowKey !== HEAD || !onWiden) return false;
    onWiden(position.current.column, by);
    return true;
  };

  const handlers = (event: KeyboardEvent<HTMLElement>): KeyHandlers => ({
    lineUp: () => void go({ by: 'rows', count: -1 }),
    lineDown: () => void go({ by: 'rows', count: 1 }),
    cellLeft: () => void go({ by: 'stops', count: -1 }),
    cellRight: () => void go({ by: 'stops', count: 1 }),
    rowStart: () => void go({ by: 'row', to: 'start' }),
    rowEnd: () => void go({ by: 'row', to: 'end' }),
    listStart: () => void go({ by: 'grid', to: 'start' }),
    listEnd: () => void go({ by: 'grid', to: 'end' }),
    linesUp: () => void go({ by: 'rows', count: -LINES }),
    linesDown: () => void go({ by: 'rows', count: LINES }),
    openLine: () => {
      const rowKey = position.current?.rowKey ?? HEAD;
      if (isOwn(event.target) || isLink(event.target) || rowKey === HEAD || !onOpen) return false;
      onOpen(rowKey);
    },
    chooseLine: () => {
      const rowKey = position.current?.rowKey ?? HEAD;
      if (isOwn(event.target) || rowKey === HEAD || !selected) return false;
      toggle(rowKey);
    },
    chooseTo: () => extendTo(position.current?.rowKey),
    chooseUp: () => extend(-1),
    chooseDown: () => extend(1),
    narrower: () => widen(-WIDTH_STEP),
    wider: () => widen(WIDTH_STEP),
  });

  return {
    ref,
    toggle,
    onKeyDown: (event) => {
      if (!active || writes(event.target)) return;
      followKey(event.nativeEvent, handlers(event));
    },
    onFocus: ({ target }) => {
      const table = ref.current;
      const now = table?.contains(target) && positionOf(table, target);
      if (!active || !table || !now) return;
      hasFocus.current = true;
      position.current = now;
      leaveOneStop(table, target);
    },
    onBlur: ({ relatedTarget }) => {
      if (!ref.current?.contains(relatedTarget)) hasFocus.current = false;
    },
  };
}
