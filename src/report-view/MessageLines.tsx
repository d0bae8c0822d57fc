/** An E2B(R3) message line by line; a line with values leads to the field of the first one. */
import { memo, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { parseAddressKey, type ItemAddress } from '../../shared/case/itemAddress.ts';
import type { DataOf, readMessageLines } from '../../shared/contract/index.ts';
import classes from './MessageLines.module.css';

export type XmlLines = DataOf<typeof readMessageLines>['lines'];
type XmlLine = XmlLines[number];

export interface MessageLinesProps {
  lines: XmlLines;
  /** key of the value whose lines are lit */
  lit: string | null;
  /** keys of values that are marked as changed */
  changed?: ReadonlySet<string> | undefined;
  onOpen?: ((address: ItemAddress) => void) | undefined;
}

const NONE: ReadonlySet<string> = new Set();

export function MessageLines({ lines, lit, changed = NONE, onOpen }: MessageLinesProps) {
  const { t } = useTranslation('report');
  const list = useRef<HTMLOListElement>(null);
  const [current, setCurrent] = useState(0);
  const withValues = useMemo(
    () => lines.flatMap(({ values }, index) => (values.length > 0 ? [index] : [])),
    [lines],
  );
  const first = lit === null ? -1 : lines.findIndex(({ values }) => values.includes(lit));
  // one line takes part in the order of the Tab key
  const entry = withValues.includes(current) ? current : (withValues[0] ?? -1);
  useEffect(() => {
    if (first >= 0) list.current?.children[first]?.scrollIntoView({ block: 'nearest' });
  }, [first, lit]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = neighbour(withValues, entry, event.key);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setCurrent(next);
    list.current?.children[next]?.querySelector('button')?.focus();
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
        const [value] = lines[indexOf(event)]?.values ?? [];
        if (value !== undefined) onOpen?.(parseAddressKey(value));
      }}
    >
      {lines.map((line, index) => (
        <Line
          // lines have no identity but their number
          // eslint-disable-next-line react/no-array-index-key
          key={index}
          index={index}
          line={line}
          isLit={lit !== null && line.values.includes(lit)}
          isChanged={changed.size > 0 && line.values.some((value) => changed.has(value))}
          isEntry={index === entry}
        />
      ))}
    </ol>
  );
}

const indexOf = ({ target }: { target: EventTarget }): number =>
  Number((target instanceof HTMLElement && target.dataset['line']) || -1);

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
  isLit: boolean;
  isChanged: boolean;
  isEntry: boolean;
}

const Line = memo(
  function Line({ index, line, isLit, isChanged, isEntry }: LineProps) {
    const { t } = useTranslation('report');
    const { depth, text, values } = line;
    const [value] = values;
    const marks = [isLit && t('lit'), isChanged && t('changed')].filter(Boolean).join(', ');
    return (
      <li style={{ paddingInlineStart: `${depth * 0.7}em` }}>
        {value === undefined ? (
          text
        ) : (
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
        )}
      </li>
    );
  },
  // an answer has new objects for the same lines
  (before, now) =>
    before.line.text === now.line.text &&
    before.line.depth === now.line.depth &&
    before.line.values.join() === now.line.values.join() &&
    before.isLit === now.isLit &&
    before.isChanged === now.isChanged &&
    before.isEntry === now.isEntry,
);
