import { memo, useMemo, type KeyboardEvent, type ReactNode } from 'react';
import { useAtomValue, useSetAtom } from 'jotai';
import type { CatalogueGroup, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { rowKey } from '../../../shared/case/caseContent.ts';
import { addressAt } from '../../../shared/case/itemAddress.ts';
import light from '../fields/light.module.css';
import { attachedItem, RowContextProvider, useEngine, useItemView } from './context.ts';
import { useDisplayText } from './displayText.ts';
import { RowActions } from './RowActions.tsx';
import { SeverityIcon } from './SeverityIcon.tsx';
import type { GroupRow } from './useGroupRows.ts';
import styles from './group.module.css';

interface GroupRowLinesProps {
  group: CatalogueGroup;
  row: GroupRow;
  /** 1 for the first */
  place: number;
  last: boolean;
  columns: readonly CatalogueItem[];
  readOnly: boolean;
  open: boolean;
  onOpen: (rowId: string | null) => void;
  renderContent: () => ReactNode;
}

/** A row as a line of the table and, when opened, its form in a line below. */
export const GroupRowLines = memo(function GroupRowLines(props: GroupRowLinesProps) {
  const { group, row, place, last, columns, readOnly, open, onOpen, renderContent } = props;
  const { language, session, form, t } = useEngine();
  const announce = useSetAtom(form.announcement);
  const context = useMemo(() => ({ path: row.path, readOnly: readOnly || row.deleted }), [row, readOnly]);
  const label = group.rowLabel[language];
  const toggle = () => onOpen(open ? null : row.rowId);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    if (by === null) return;
    event.preventDefault();
    if (!event.altKey) return focusRow(event.currentTarget, by);
    if (!row.own || readOnly) return;
    session.moveRow(row.own, by);
    announce(t('row.moved', { label, place: place + by }));
  };

  return (
    <>
      <tr
        className={styles.row}
        data-open={open || undefined}
        data-deleted={row.deleted || undefined}
        onClick={(event) => {
          // a button in the line has its own meaning
          if (!(event.target as Element).closest('button')) toggle();
        }}
      >
        <td>
          <button
            type="button"
            className={styles.toggle}
            data-row-toggle
            aria-expanded={open}
            aria-keyshortcuts={row.own && !readOnly ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
            aria-label={t(row.deleted ? 'row.struck' : 'row.open', { label, place })}
            onClick={toggle}
            onKeyDown={onKeyDown}
          >
            {place}
          </button>
          <RowFindings row={row} group={group} />
        </td>
        {columns.map((item) => (
          <SummaryCell key={item.itemId} item={item} row={row} />
        ))}
        <td className={styles.actions}>
          {!readOnly && row.own && <RowActions row={row.own} label={label} place={place} last={last} />}
        </td>
      </tr>
      {open && (
        <tr data-row={row.rowId}>
          <td colSpan={columns.length + 2} className={styles.detail}>
            <RowContextProvider value={context}>{renderContent()}</RowContextProvider>
          </td>
        </tr>
      )}
    </>
  );
});

function focusRow(from: HTMLElement, by: number): void {
  const toggles = [
    ...(from.closest('tbody')?.querySelectorAll<HTMLElement>(':scope > tr > td > [data-row-toggle]') ?? []),
  ];
  toggles[toggles.indexOf(from) + by]?.focus();
}

/** How many findings the row has, at any depth. */
function RowFindings({ row, group }: { row: GroupRow; group: CatalogueGroup }) {
  const { form, t } = useEngine();
  const [rowNo = 0, rowNo2 = 0, rowNo3 = 0] = row.path;
  const findings = useAtomValue(form.rowFindings(rowKey({ group: group.group, rowNo, rowNo2, rowNo3 })));
  if (findings.length === 0) return null;
  const worst =
    (['error', 'warning'] as const).find((level) => findings.some(({ severity }) => severity === level)) ??
    'info';
  return (
    <span className={styles.findings} data-severity={worst}>
      <SeverityIcon severity={worst} />
      <span aria-hidden>{findings.length}</span>
      <span className={light.quiet}>{t('row.findings', { count: findings.length })}</span>
    </span>
  );
}

/** An item of the row in words; a number with its unit, a code without term with its free text. */
const SummaryCell = memo(function SummaryCell({ item, row }: { item: CatalogueItem; row: GroupRow }) {
  const { catalogue } = useEngine();
  const unit = attachedItem(catalogue, item.unitItem);
  const text = attachedItem(catalogue, item.textItem);
  const address = useMemo(() => addressAt(item.itemId, row.path), [item, row]);
  const view = useItemView(address);
  const words = useDisplayText(item, address, view.current);
  return (
    <td className={item.control === 'date' ? styles.short : undefined}>
      <span className={view.changed ? styles.changed : undefined}>
        <span className={view.current.nullFlavor === null ? undefined : styles.nullFlavor}>{words}</span>
        {unit && words !== '' && (
          <>
            {' '}
            <AttachedText item={unit} row={row} />
          </>
        )}
        {text && words === '' && <AttachedText item={text} row={row} />}
      </span>
    </td>
  );
});

function AttachedText({ item, row }: { item: CatalogueItem; row: GroupRow }) {
  const address = useMemo(() => addressAt(item.itemId, row.path), [item, row]);
  return <>{useDisplayText(item, address, useItemView(address).current)}</>;
}
