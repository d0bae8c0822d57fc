/** How a list draws what its rows hold, by the kind of the column. */
import type { ReactNode } from 'react';
import type { ListRow } from '../../shared/contract/index.ts';
import { DaysLeft, StatusBadge, type Tone } from '../components/index.ts';
import { formatDate, formatMinute, formatTime } from '../i18n/formatTime.ts';
import type { ListColumn } from './list.queries.ts';
import classes from './lists.module.css';

/** A list says the day a report came in, not the hour. */
const DAY = 'YYYYMMDD'.length;
/** What breaks at a hyphen and is read as two. */
const IDENTIFIER = /^[\w.-]{1,40}$/;
/** The same, and dates, inside a sentence. */
const HYPHENATED = /(\w+(?:-\w+){1,4})/;
/** A name that breaks makes its row two lines high and no column narrower than one of its words. */
const MAX_NAME = 16;
const isWhole = (text: string): boolean => text.length <= MAX_NAME || IDENTIFIER.test(text);

/** The content of a cell; nothing if the row has no value. */
export function drawCell(column: ListColumn, row: ListRow, timeZone: string): ReactNode {
  const text = row.cells[column.columnId];
  if (!text) return null;
  switch (column.kind) {
    case 'dateTime':
      return (
        <time className={classes.keep} dateTime={text} title={`${formatTime(text, timeZone)}, ${timeZone}`}>
          {formatMinute(text, timeZone)}
        </time>
      );
    case 'date':
      return <span className={classes.keep}>{formatDate(text.slice(0, DAY))}</span>;
    case 'number':
      return <span className={classes.keep}>{text}</span>;
    case 'daysLeft':
      return <DaysLeft days={Number(text)} />;
    case 'code':
      return <Codes column={column} row={row} />;
    case 'text':
      return isWhole(text) ? <span className={classes.keep}>{text}</span> : <Text>{text}</Text>;
  }
}

/** What an own cell may draw with. */
export interface DrawnCell {
  /** as the kind of the column says; null where the row is silent */
  drawn: ReactNode;
  /** of a code column */
  words: readonly CodeWord[];
}

/** The label of a code, and its tone; none: plain text. */
interface CodeWord {
  code: string;
  word: string;
  tone?: Tone | undefined;
}

export const cellOf = (column: ListColumn, row: ListRow, timeZone: string): DrawnCell => ({
  drawn: drawCell(column, row, timeZone),
  words: codeWords(column, row),
});

const codeWords = ({ columnId, tones }: ListColumn, { codes, cells, words }: ListRow): CodeWord[] =>
  (codes[columnId] ?? []).map((code, index) => ({
    code,
    word: (words?.[columnId] ?? [cells[columnId] ?? ''])[index] ?? code,
    tone: tones[code],
  }));

/** A code with a tone has a badge, whose colour only underlines the text. */
function Codes({ column, row }: { column: ListColumn; row: ListRow }) {
  const words = codeWords(column, row);
  if (!words.some(({ tone }) => tone)) return <Text>{row.cells[column.columnId] ?? ''}</Text>;
  return (
    <span className={classes.codes}>
      {words.map(({ code, word, tone = 'neutral' }) => (
        <StatusBadge key={code} tone={tone}>
          {word}
        </StatusBadge>
      ))}
    </span>
  );
}

const Text = ({ children }: { children: string }) => (
  <span className={classes.clip} title={children}>
    {children.split(HYPHENATED).map((part, index) =>
      index % 2 === 1 ? (
        <span key={index} className={classes.keep}>
          {part}
        </span>
      ) : (
        part
      ),
    )}
  </span>
);
