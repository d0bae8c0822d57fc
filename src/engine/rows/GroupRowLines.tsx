import { memo, useMemo, type ReactNode } from 'react';
import { atom, useAtomValue } from 'jotai';
import type { CatalogueGroup, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { rowKey } from '../../../shared/case/caseContent.ts';
import { addressAt } from '../../../shared/case/itemAddress.ts';
import { ariaKeys } from '../../keys/index.ts';
import light from '../fields/light.module.css';
import { attachedItem, RowContextProvider, useEngine } from '../page/context.ts';
import { displayText } from '../item/displayText.ts';
import { RowActions } from './RowActions.tsx';
import type { RowLabels } from './rowLabels.ts';
import { SeverityIcon } from '../item/SeverityIcon.tsx';
import type { GroupRow } from './useGroupRows.ts';
import styles from './group.module.css';

interface GroupRowLinesProps {
  group: CatalogueGroup;
  row: GroupRow;
  /** 1 for the first */
  position: number;
  last: boolean;
  columns: readonly CatalogueItem[];
  words: RowLabels;
  /** rows may be moved and deleted */
  acts: boolean;
  readOnly: boolean;
  open: boolean;
  renderContent: () => ReactNode;
}

const ROW_KEYS = ariaKeys(['moveRowUp', 'moveRowDown', 'deleteRow']);

/** A row as a line of the table and, when opened, its form in a line below. What a click or key does: `GroupTable`. */
export const GroupRowLines = memo(function GroupRowLines(props: GroupRowLinesProps) {
  const { group, row, position, last, columns, words, acts, readOnly, open, renderContent } = props;
  const context = useMemo(() => ({ path: row.path, readOnly: readOnly || row.deleted }), [row, readOnly]);
  return (
    <>
      <tr
        className={styles.row}
        data-open={open || undefined}
        data-deleted={row.deleted || undefined}
        data-line={row.rowId}
        aria-rowindex={position + 1}
      >
        <td>
          <button
            type="button"
            className={styles.toggle}
            data-row-toggle
            aria-expanded={open}
            aria-keyshortcuts={acts ? ROW_KEYS : undefined}
            aria-label={(row.deleted ? words.struck : words.open)(position)}
          >
            {position}
          </button>
          <RowFindings row={row} group={group} />
        </td>
        {columns.map((item) => (
          <SummaryCell key={item.itemId} item={item} row={row} />
        ))}
        {acts && (
          <td className={styles.actions}>
            {row.own && <RowActions row={row.own} position={position} last={last} words={words} />}
          </td>
        )}
      </tr>
      {open && (
        <tr data-row={row.rowId}>
          <td colSpan={columns.length + (acts ? 2 : 1)} className={styles.detail}>
            <RowContextProvider value={context}>{renderContent()}</RowContextProvider>
          </td>
        </tr>
      )}
    </>
  );
});

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
  const { text, changed, nullFlavor } = useAtomValue(useSummary(item, row));
  const marks = [changed && styles.changed, nullFlavor && styles.nullFlavor].filter(Boolean).join(' ');
  return (
    <td className={item.control === 'date' ? styles.short : undefined}>
      {marks === '' ? text : <span className={marks}>{text}</span>}
    </td>
  );
});

function useSummary(item: CatalogueItem, row: GroupRow) {
  const engine = useEngine();
  return useMemo(() => {
    const { catalogue, session } = engine;
    const unit = attachedItem(catalogue, item.unitItem);
    const free = attachedItem(catalogue, item.textItem);
    return atom((get) => {
      const say = (shownItem: CatalogueItem) => {
        const address = addressAt(shownItem.itemId, row.path);
        const { current, changed } = get(session.settledView(address));
        return { text: displayText(engine, get, shownItem, address, current), changed, current };
      };
      const { text, changed, current } = say(item);
      const beside = text === '' ? free : unit;
      return {
        text: beside ? `${text} ${say(beside).text}`.trim() : text,
        changed,
        nullFlavor: current.nullFlavor !== null,
      };
    });
  }, [engine, item, row]);
}
