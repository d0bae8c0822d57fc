import { memo, useMemo, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useAtom } from 'jotai';
import type { CatalogueGroup, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { stopsLeaving } from '../../components/leaveStops.ts';
import light from '../fields/light.module.css';
import { useEngine } from '../page/context.ts';
import { GroupRowLines } from './GroupRowLines.tsx';
import { LinePager } from './LinePager.tsx';
import { focusRow, toggleDeleted } from './rowFocus.ts';
import { rowLabels } from './rowLabels.ts';
import type { GroupRow } from './useGroupRows.ts';
import { PAGE_LINES, useLinePages } from './useLinePages.ts';
import styles from './group.module.css';

interface GroupTableProps {
  group: CatalogueGroup;
  /** names the list: `listKeyOf` */
  listKey: string;
  rows: readonly GroupRow[];
  readOnly: boolean;
  renderContent: () => ReactNode;
}

/** Where a key on the number of a row goes: to another row's number. */
const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at, last) => Math.min(at + PAGE_LINES, last),
  PageUp: (at) => Math.max(at - PAGE_LINES, 0),
  Home: () => 0,
  End: (_at, last) => last,
};

/** The rows of a group as lines. It listens for all of them, so that a line costs no listener of its own. */
export const GroupTable = memo(function GroupTable(props: GroupTableProps) {
  const { group, listKey, rows, readOnly, renderContent } = props;
  const engine = useEngine();
  const { catalogue, form, language, session, t } = engine;
  const [openRow, setOpenRow] = useAtom(form.openRow(listKey));
  const lines = useLinePages(rows, openRow);
  const columns = useMemo(
    () => group.summary.flatMap((itemId) => catalogue.items[itemId] ?? []),
    [catalogue, group],
  );
  const label = group.rowLabel[language];
  const words = useMemo(() => rowLabels(t, label), [t, label]);
  const acts = !readOnly && group.rowsOf === null;
  const widths = useMemo(() => columns.map(widthOf), [columns]);

  /** of the line an event happened in; -1 for those of lists inside of it */
  const indexOf = ({ target, currentTarget }: { target: EventTarget; currentTarget: Element }): number => {
    const line = (target as Element).closest<HTMLElement>('[data-line]');
    if (line?.parentElement !== currentTarget) return -1;
    return rows.findIndex(({ rowId }) => rowId === line.dataset.line);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    // with Alt the arrows are keys of the whole form
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    const at = indexOf(event);
    if (at < 0 || (event.target as HTMLElement).dataset.rowToggle === undefined) return;
    event.preventDefault();
    const to = rows[step(at, rows.length - 1)];
    if (to) focusRow(engine, to.rowId);
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const row = rows[indexOf(event)];
    const action = (event.target as Element).closest('button')?.dataset.rowAction;
    if (!row) return;
    // a click anywhere else in the line opens it, as does its number
    if (action === undefined) {
      if (!stopsLeaving()) setOpenRow(row.rowId === openRow ? null : row.rowId);
      return;
    }
    if (!row.own) return;
    if (action === 'delete') toggleDeleted(engine, row.own, label, rows.indexOf(row) + 1);
    else {
      session.moveRow(row.own, action === 'up' ? -1 : 1);
      session.store.set(form.soughtRow, { rowId: row.rowId });
    }
  };

  return (
    <>
      <div className={styles.scroll}>
        <table
          className={styles.table}
          aria-label={group.label[language]}
          style={{ minWidth: `${widths.reduce((sum, { minWidth }) => sum + minWidth, acts ? 14 : 5)}rem` }}
          aria-rowcount={lines.pages > 1 ? rows.length + 1 : undefined}
        >
          <colgroup>
            <col className={styles.numberColumn} />
            {widths.map(({ width }, index) => (
              <col key={index} style={width === null ? undefined : { width: `${width}rem` }} />
            ))}
            {acts && <col className={styles.actionsColumn} />}
          </colgroup>
          <thead>
            <tr>
              <th scope="col">{t('row.number')}</th>
              {columns.map((item) => (
                <th key={item.itemId} scope="col">
                  {item.label[language]}
                </th>
              ))}
              {acts && (
                <th className={styles.actions}>
                  <span className={light.quiet}>{t('row.actions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody onClick={onClick} onKeyDown={onKeyDown}>
            {lines.shown.map((row, index) => (
              <GroupRowLines
                key={row.rowId}
                group={group}
                row={row}
                position={lines.before + index + 1}
                last={lines.before + index === rows.length - 1}
                columns={columns}
                words={words}
                acts={acts}
                readOnly={readOnly}
                open={row.rowId === openRow}
                renderContent={renderContent}
              />
            ))}
          </tbody>
        </table>
      </div>
      <LinePager label={group.label[language]} total={rows.length} lines={lines} />
    </>
  );
});

/** Rem that a column takes; null shares what is left. Known beforehand, so that no text moves the columns. */
function widthOf({ control }: CatalogueItem): { width: number | null; minWidth: number } {
  switch (control) {
    case 'date':
      return { width: 9, minWidth: 9 };
    case 'yesNo':
    case 'trueOnly':
    case 'number':
      return { width: 7, minWidth: 7 };
    default:
      return { width: null, minWidth: 8 };
  }
}
