/** An E2B(R3) message line by line; a line with values leads to the field of the first one. Elements can be folded. */
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { parseAddressKey, type ItemAddress } from '../../shared/case/itemAddress.ts';
import type { DataOf, readMessageLines } from '../../shared/contract/index.ts';
import { foldableElements, unfoldedAround, visibleLines, type LinesShown } from './lineTree.ts';
import classes from './MessageLines.module.css';

export type XmlLines = DataOf<typeof readMessageLines>['lines'];
type XmlLine = XmlLines[number];

export interface MessageLinesProps {
  lines: XmlLines;
  shown: LinesShown;
  /** id and label of an item */
  labelOf: (itemId: string) => string;
  /** key of the value whose lines are lit */
  lit: string | null;
  /** keys of values that are marked as changed */
  changed?: ReadonlySet<string> | undefined;
  onOpen?: ((address: ItemAddress) => void) | undefined;
}

const NONE: ReadonlySet<string> = new Set();

export function MessageLines({ lines, shown, labelOf, lit, changed = NONE, onOpen }: MessageLinesProps) {
  const { t } = useTranslation('report');
  const list = useRef<HTMLOListElement>(null);
  const [current, setCurrent] = useState(-1);
  const [folding, setFolding] = useState({ folded: NONE, lit });
  const elements = useMemo(() => foldableElements(lines), [lines]);
  const first = lit === null ? -1 : lines.findIndex(({ values }) => values.includes(lit));
  let { folded } = folding;
  if (lit !== folding.lit) {
    folded = unfoldedAround(folded, elements, first);
    setFolding({ folded, lit });
  }
  const visible = useMemo(
    () => visibleLines(lines, elements, { shown, folded }),
    [lines, elements, shown, folded],
  );
  const isFoldedAt = (index: number): boolean | null => {
    const element = elements.get(index);
    return element && shown !== 'values' ? folded.has(element.key) : null;
  };
  const stops = visible.filter(
    (index) => (lines[index]?.values.length ?? 0) > 0 || isFoldedAt(index) || index === current,
  );
  // one line takes part in the order of the Tab key
  const entry = stops.includes(current) ? current : (stops[0] ?? -1);
  const buttonOf = (index: number) => list.current?.querySelector<HTMLElement>(`[data-line="${index}"]`);
  useEffect(() => {
    if (first >= 0)
      list.current?.querySelector(`[data-line="${first}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [first, lit, shown]);
  const fold = (index: number, isClosing: boolean) => {
    const key = elements.get(index)?.key;
    if (key === undefined) return;
    const next = new Set(folded);
    if (isClosing) next.add(key);
    else next.delete(key);
    setFolding({ folded: next, lit });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'ArrowRight' && isFoldedAt(entry)) fold(entry, false);
    else if (event.key === 'ArrowLeft' && isFoldedAt(entry) === false) fold(entry, true);
    else {
      const next = event.key === 'ArrowLeft' ? elementAround(entry) : neighbour(stops, entry, event.key);
      if (next === undefined) return;
      setCurrent(next);
      buttonOf(next)?.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  };
  /** The innermost element that contains the line. */
  const elementAround = (index: number): number | undefined => {
    if (shown === 'values') return undefined;
    const around = [...elements.values()].findLast((one) => one.index < index && index <= one.end);
    return around?.index;
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move between its buttons
    <ol
      ref={list}
      className={classes.lines}
      aria-label={t('message')}
      onKeyDown={onKeyDown}
      onFocus={(event) => setCurrent(indexOf(event))}
      onClick={(event) => {
        const index = indexOf(event);
        const isFold = event.target instanceof Element && event.target.closest('[data-fold]') !== null;
        const [value] = lines[index]?.values ?? [];
        if (isFold) fold(index, isFoldedAt(index) === false);
        else if (value !== undefined) onOpen?.(parseAddressKey(value));
      }}
    >
      {visible.map((index) => {
        const line = lines[index];
        const [value] = line?.values ?? [];
        return (
          line && (
            <Line
              key={index}
              index={index}
              line={line}
              label={shown !== 'raw' && value !== undefined ? labelOf(parseAddressKey(value).itemId) : ''}
              isFlat={shown === 'values'}
              isLit={lit !== null && line.values.includes(lit)}
              isChanged={changed.size > 0 && line.values.some((one) => changed.has(one))}
              isEntry={index === entry}
              folding={isFoldedAt(index)}
            />
          )
        );
      })}
    </ol>
  );
}

const indexOf = ({ target }: { target: EventTarget }): number =>
  Number((target instanceof Element && target.closest<HTMLElement>('[data-line]')?.dataset['line']) || -1);

function neighbour(indexes: readonly number[], from: number, key: string): number | undefined {
  const at = indexes.indexOf(from);
  if (key === 'ArrowDown') return indexes[at + 1];
  if (key === 'ArrowUp') return indexes[at - 1];
  if (key === 'Home') return indexes[0];
  return key === 'End' ? indexes.at(-1) : undefined;
}

interface LineProps {
  index: number;
  line: XmlLine;
  /** of its first item; empty: none is shown */
  label: string;
  /** without the depth of its element */
  isFlat: boolean;
  isLit: boolean;
  isChanged: boolean;
  isEntry: boolean;
  /** null: it contains no other element */
  folding: boolean | null;
}

const Line = memo(
  function Line({ index, line, label, isFlat, isLit, isChanged, isEntry, folding }: LineProps) {
    const { t } = useTranslation('report');
    const { depth, text, values } = line;
    const isElement = values.length > 0;
    const marks = [label, isLit && t('lit'), isChanged && t('changed')].filter(Boolean).join(', ');
    return (
      <li style={isFlat ? undefined : { paddingInlineStart: `${depth * 0.7 + 1.2}em` }}>
        {folding !== null && (
          <UnstyledButton
            className={classes.fold}
            aria-label={t(folding ? 'unfold' : 'fold', { element: text })}
            aria-expanded={!folding}
            tabIndex={isEntry && !isElement ? 0 : -1}
            data-fold
            data-line={isElement ? undefined : index}
          >
            {folding ? <IconChevronRight size={12} aria-hidden /> : <IconChevronDown size={12} aria-hidden />}
          </UnstyledButton>
        )}
        {isElement ? (
          <button
            type="button"
            className={classes.element}
            tabIndex={isEntry ? 0 : -1}
            data-line={index}
            data-values={values.join(' ')}
            data-lit={isLit || undefined}
            data-changed={isChanged || undefined}
            {...(marks && { 'aria-label': `${text}, ${marks}` })}
          >
            {text}
          </button>
        ) : (
          text
        )}
        {folding && ' …'}
        {label && (
          <span className={classes.label} aria-hidden>
            {label}
          </span>
        )}
      </li>
    );
  },
  // an answer has new objects for the same lines
  (before, now) =>
    before.line.text === now.line.text &&
    before.line.depth === now.line.depth &&
    before.line.values.join() === now.line.values.join() &&
    before.index === now.index &&
    before.label === now.label &&
    before.isFlat === now.isFlat &&
    before.isLit === now.isLit &&
    before.isChanged === now.isChanged &&
    before.isEntry === now.isEntry &&
    before.folding === now.folding,
);
