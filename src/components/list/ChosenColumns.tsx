/**
 * The columns that are shown, in their order. A line is moved by drawing it, by its buttons, or, with the focus on it, by
 * Alt+Shift with the arrows; its width is typed, since drawing alone is not everybody's (WCAG 2.5.7).
 */
import { useRef, useState, type DragEvent } from 'react';
import { flushSync } from 'react-dom';
import { VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { followKey, keyText } from '../../keys/index.ts';
import { MAX_WIDTH, MIN_WIDTH } from '../columnWidth.ts';
import { WholeNumberField } from '../WholeNumberField.tsx';
import { nameOf, type ChoosableColumn } from './choosableColumn.ts';
import styles from './list.module.css';
import { Tool } from './Tool.tsx';

interface ChosenColumnsProps {
  columns: readonly ChoosableColumn[];
  /** by column id: those that were changed */
  widths: Readonly<Record<string, number | null>>;
  onChange: (columns: ChoosableColumn[]) => void;
  onWiden: (columnId: string, width: number | null) => void;
}

export function ChosenColumns({ columns, widths, onChange, onWiden }: ChosenColumnsProps) {
  const { t } = useTranslation('lists');
  const [announcement, setAnnouncement] = useState('');
  const [over, setOver] = useState<number | null>(null);
  const drawn = useRef<number | null>(null);
  const list = useRef<HTMLOListElement>(null);

  const move = (from: number, to: number) => {
    const column = columns[from];
    if (!column || to < 0 || to >= columns.length || from === to) return;
    const pressed = document.activeElement;
    flushSync(() => onChange(columns.toSpliced(from, 1).toSpliced(to, 0, column)));
    // at an end of the list the button that was pressed does nothing any more: the one of the other direction goes on
    if (pressed?.matches(':disabled'))
      pressed.parentElement?.querySelector<HTMLElement>('button:enabled')?.focus();
    setAnnouncement(t('moved', { column: nameOf(column), place: to + 1, count: columns.length }));
  };
  const remove = (at: number) => {
    flushSync(() => onChange(columns.toSpliced(at, 1)));
    // the line and its button are gone: the one that took its place goes on
    const lines = list.current?.querySelectorAll<HTMLElement>('li button:last-of-type') ?? [];
    lines[Math.min(at, lines.length - 1)]?.focus();
  };
  const drag = (at: number) => ({
    draggable: true,
    'data-over': over === at || undefined,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      drawn.current = at;
      dataTransfer.effectAllowed = 'move';
    },
    onDragOver: (event: DragEvent) => {
      if (drawn.current === null) return;
      event.preventDefault();
      setOver(at);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (drawn.current !== null) move(drawn.current, at);
    },
    onDragEnd: () => {
      drawn.current = null;
      setOver(null);
    },
  });
  return (
    <section aria-label={t('chosen')}>
      <h3 className={styles.pane}>{t('chosen')}</h3>
      <p className={styles.hint}>
        {t('moveHint', { keys: `${keyText('moveRowUp')}, ${keyText('moveRowDown')}` })}
      </p>
      <ol className={styles.columns} ref={list}>
        {columns.map((column, at) => {
          const { columnId, columnLabel, detail, width } = column;
          const name = nameOf(column);
          return (
            <li
              key={columnId}
              {...drag(at)}
              onKeyDown={({ nativeEvent }) =>
                followKey(nativeEvent, {
                  moveRowUp: () => move(at, at - 1),
                  moveRowDown: () => move(at, at + 1),
                })
              }
            >
              <IconGripVertical size={14} aria-hidden className={styles.grip} />
              <span className={styles.name}>
                {columnLabel} <small>{detail}</small>
              </span>
              <WholeNumberField
                size="xs"
                w={76}
                aria-label={t('width', { column: name })}
                placeholder={t('widthAuto')}
                value={columnId in widths ? (widths[columnId] ?? null) : (width ?? null)}
                min={MIN_WIDTH}
                max={MAX_WIDTH}
                onChange={(typed) => onWiden(columnId, typed)}
              />
              <Tool
                name={t('up', { column: name })}
                icon={IconArrowUp}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              />
              <Tool
                name={t('down', { column: name })}
                icon={IconArrowDown}
                disabled={at === columns.length - 1}
                onClick={() => move(at, at + 1)}
              />
              <Tool name={t('remove', { column: name })} icon={IconX} onClick={() => remove(at)} />
            </li>
          );
        })}
      </ol>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </section>
  );
}
