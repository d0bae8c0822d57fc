import { memo, useId, useMemo, type ReactNode } from 'react';
import { useAtom, useSetAtom } from 'jotai';
import light from '../fields/light.module.css';
import { useEngine } from './context.ts';
import { listKeyOf } from './formState.ts';
import { GroupRowLines } from './GroupRowLines.tsx';
import { useGroupRows } from './useGroupRows.ts';
import { useCondition } from './useCondition.ts';
import { whenPresent } from './whenPresent.ts';
import styles from './group.module.css';

interface GroupProps {
  groupId: string;
  /** what a row holds; drawn for the opened row only, so that the size of a case costs nothing */
  renderContent: () => ReactNode;
}

/** Repeating rows: a line each with its summary, one of them opened to its form. */
export const Group = memo(function Group({ groupId, renderContent }: GroupProps) {
  const { catalogue, form, language, session, t } = useEngine();
  const group = catalogue.groups[groupId];
  if (!group) throw new Error(`the catalogue has no group ${groupId}`);
  const { parent, readOnly, rows } = useGroupRows(group);
  const [openRow, setOpenRow] = useAtom(form.openRow(listKeyOf(groupId, parent)));
  const announce = useSetAtom(form.announcement);
  const titleId = useId();
  const columns = useMemo(
    () => group.summary.flatMap((itemId) => catalogue.items[itemId] ?? []),
    [catalogue, group],
  );
  const visible = useCondition(group.visibleWhen, group.groups.slice(0, -1)) !== false;
  if (!visible) return null;

  const living = rows.filter(({ deleted }) => !deleted).length;
  const full = group.max !== null && living >= group.max;
  const label = group.rowLabel[language];

  const add = () => {
    const row = session.addRow(groupId, parent);
    setOpenRow(row.rowId);
    announce(t('row.added', { label, count: living + 1 }));
    const first = `[data-row="${row.rowId}"] :is(input, textarea, select)`;
    whenPresent(
      () => document.querySelector<HTMLElement>(first),
      (input) => input.focus(),
    );
  };

  return (
    <section className={styles.group} aria-labelledby={titleId} data-group={groupId}>
      <div className={styles.head}>
        <h4 id={titleId} className={styles.title}>
          {group.label[language]} <span className={styles.count}>({living})</span>
        </h4>
        {!readOnly && group.rowsOf === null && (
          <button
            type="button"
            className={`${light.button} ${styles.add}`}
            disabled={full}
            title={full ? t('row.full', { max: group.max }) : undefined}
            onClick={add}
          >
            + {t('row.add', { label })}
          </button>
        )}
      </div>
      {rows.length > 0 && (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('row.number')}</th>
                {columns.map((item) => (
                  <th key={item.itemId} scope="col">
                    {item.label[language]}
                  </th>
                ))}
                <th className={styles.actions}>
                  <span className={light.quiet}>{t('row.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <GroupRowLines
                  key={row.rowId}
                  group={group}
                  row={row}
                  place={index + 1}
                  last={index === rows.length - 1}
                  columns={columns}
                  readOnly={readOnly}
                  open={row.rowId === openRow}
                  onOpen={setOpenRow}
                  renderContent={renderContent}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length === 0 && group.rowsOf !== null && <div className={styles.empty}>{t('row.noneOf')}</div>}
    </section>
  );
});
