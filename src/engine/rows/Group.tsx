import { memo, useId, useMemo, type ReactNode } from 'react';
import { useSetAtom } from 'jotai';
import { ariaKeys, keyText } from '../../keys/index.ts';
import { stopsLeaving } from '../../components/leaveStops.ts';
import light from '../fields/light.module.css';
import { LineIcon } from '../fields/LineIcon.tsx';
import { useEngine } from '../page/context.ts';
import { listKeyOf } from '../page/formState.ts';
import { attachmentOf, GroupFiles } from './GroupFiles.tsx';
import { GroupTable } from './GroupTable.tsx';
import { useGroupRows } from './useGroupRows.ts';
import { useCondition } from '../page/useCondition.ts';
import { PAGE_LINES } from './useLinePages.ts';
import { whenPresent } from '../page/whenPresent.ts';
import styles from './group.module.css';

interface GroupProps {
  groupId: string;
  /** what a row holds; drawn for the opened row only, so that the size of a case costs nothing */
  renderContent: () => ReactNode;
}

/** Repeating rows: a line each with its summary, one of them opened to its form. */
export const Group = memo(function Group({ groupId, renderContent }: GroupProps) {
  const { catalogue, form, language, services, session, t } = useEngine();
  const { showMatrix } = services;
  const group = catalogue.groups[groupId];
  if (!group) throw new Error(`the catalogue has no group ${groupId}`);
  const { parent, readOnly, rows } = useGroupRows(group);
  const listKey = listKeyOf(groupId, parent);
  const setOpenRow = useSetAtom(form.openRow(listKey));
  const announce = useSetAtom(form.announcement);
  const titleId = useId();
  const attachment = useMemo(() => attachmentOf(catalogue, group), [catalogue, group]);
  const visible = useCondition(group.visibleWhen, group.groups.slice(0, -1)) !== false;
  if (!visible) return null;

  const living = rows.filter(({ deleted }) => !deleted).length;
  const full = group.max !== null && living >= group.max;
  const label = group.rowLabel[language];

  const add = () => {
    // the row that is open closes, and its fields with it
    if (stopsLeaving()) return;
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
    <section
      className={styles.group}
      style={{ containIntrinsicBlockSize: heightOf(rows.length) }}
      aria-labelledby={titleId}
      data-group={groupId}
      data-list={listKey}
      data-readonly={readOnly || undefined}
    >
      <div className={styles.head}>
        <h4 id={titleId} className={styles.title}>
          {group.label[language]} <span className={styles.count}>({living})</span>
        </h4>
        {!readOnly && group.rowsOf === null && (
          <button
            type="button"
            className={light.button}
            data-action="addRow"
            aria-keyshortcuts={ariaKeys(['addRow'])}
            disabled={full}
            title={full ? t('row.full', { max: group.max }) : undefined}
            onClick={add}
          >
            + {t('row.add', { label })}
          </button>
        )}
        {!readOnly && group.rowsOf === null && (
          <button
            type="button"
            className={light.iconButton}
            data-action="pasteTable"
            aria-keyshortcuts={ariaKeys(['pasteTable'])}
            aria-label={t('paste:title', { rows: group.label[language] })}
            title={`${t('paste:button')} (${keyText('pasteTable')})`}
          >
            <PasteIcon />
          </button>
        )}
        {showMatrix && group.rowsOf !== null && session.rowNo > 0 && (
          <button type="button" className={light.button} onClick={() => showMatrix(session.rowNo)}>
            {t('matrix:open')}
          </button>
        )}
      </div>
      {!readOnly && attachment && <GroupFiles group={group} item={attachment} parent={parent} />}
      {rows.length > 0 && (
        <GroupTable
          group={group}
          listKey={listKey}
          rows={rows}
          readOnly={readOnly}
          renderContent={renderContent}
        />
      )}
      {rows.length === 0 && group.rowsOf !== null && <div className={styles.empty}>{t('row.noneOf')}</div>}
    </section>
  );
});

const PasteIcon = () => <LineIcon strokeWidth={1.2} d="M4 2H2v9h8V2H8M4 1h4v2H4zM2 6h8M5.5 6v5" />;

/** About what a list takes that was never in sight, and so never laid out; a line is 1.75rem. */
const heightOf = (rows: number): string => `auto ${1.75 * (Math.min(rows, PAGE_LINES) + 2)}rem`;
