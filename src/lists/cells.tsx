/** How a list draws what its rows hold, by the kind of the column. */
import type { ReactNode } from 'react';
import type { ListRow } from '../../shared/contract/index.ts';
import { StatusBadge } from '../components/index.ts';
import { formatDate, formatTime } from '../i18n/formatTime.ts';
import type { ListColumn } from './list.queries.ts';
import classes from './lists.module.css';

/** The words of several codes stand in one cell. */
const BETWEEN_WORDS = ', ';
/** A list says the day a report came in, not the hour. */
const DAY = 'YYYYMMDD'.length;
const SECONDS = ':00'.length;

/** What stands in a cell; nothing where the row is silent. */
export function drawCell(column: ListColumn, row: ListRow, timeZone: string): ReactNode {
  const text = row.cells[column.columnId];
  if (!text) return null;
  switch (column.kind) {
    case 'dateTime': {
      const time = formatTime(text, timeZone);
      return (
        <time className={classes.keep} dateTime={text} title={`${time} ${timeZone}`}>
          {time.slice(0, -SECONDS)}
        </time>
      );
    }
    case 'date':
      return <span className={classes.keep}>{formatDate(text.slice(0, DAY))}</span>;
    case 'number':
      return <span className={classes.keep}>{text}</span>;
    case 'code':
      return <Codes column={column} text={text} codes={row.codes[column.columnId] ?? []} />;
    case 'text':
      return (
        <span className={classes.clip} title={text}>
          {text}
        </span>
      );
  }
}

/** Words; a code that stands out has a badge, whose colour only underlines the word. */
function Codes({ column, text, codes }: { column: ListColumn; text: string; codes: readonly string[] }) {
  const words = codes.length > 1 ? text.split(BETWEEN_WORDS) : [text];
  if (words.length !== codes.length || !codes.some((code) => code in column.tones))
    return (
      <span className={classes.clip} title={text}>
        {text}
      </span>
    );
  return (
    <span className={classes.codes}>
      {words.map((word, at) => (
        <StatusBadge key={codes[at]} tone={column.tones[codes[at] ?? ''] ?? 'neutral'}>
          {word}
        </StatusBadge>
      ))}
    </span>
  );
}
