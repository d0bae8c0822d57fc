/** The rows of the dialog: seven columns, eight with the status of the booklet. */
import { Checkbox, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SyncItem } from '../../../shared/contract/index.ts';
import type { SyncState } from '../../../shared/sync/syncEvent.ts';
import { usePathTo } from '../../app-context/routeContext.ts';
import { StatusBadge, type Tone } from '../../components/index.ts';
import { problemText } from './problemText.ts';
import { RuleLink } from './RuleLink.tsx';
import { allToggled, isAllChecked, toggled, type Selection } from './selection.ts';
import type { SyncItems } from './sync.queries.ts';
import classes from './sync.module.css';

const TONES: Record<SyncState, Tone> = {
  new: 'info',
  progress: 'info',
  yes: 'success',
  changed: 'warning',
  failed: 'error',
  removed: 'warning',
};

interface EventsTableProps {
  items: SyncItems;
  selection: Selection;
  /** left out: the boxes are read-only */
  onSelect: ((selection: Selection) => void) | undefined;
}

export function EventsTable({ items, selection, onSelect }: EventsTableProps) {
  const { t } = useTranslation('sync');
  const { listInfo: rows, booklet } = items;
  const isAll = isAllChecked(selection, rows);
  return (
    <div
      className={classes.scroll}
      tabIndex={0}
      role="region"
      aria-label={t('events')}
      data-autofocus={!onSelect || undefined}
    >
      <Table aria-label={t('events')} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <Checkbox
                aria-label={t('selectAll')}
                checked={isAll}
                indeterminate={!isAll && selection.length > 1}
                disabled={!onSelect}
                data-autofocus={Boolean(onSelect) || undefined}
                onChange={() => onSelect?.(allToggled(selection, rows))}
              />
            </Table.Th>
            <Table.Th>{t('columns.visit')}</Table.Th>
            <Table.Th>{t('columns.subject')}</Table.Th>
            <Table.Th>{t('columns.row')}</Table.Th>
            <Table.Th>{t('columns.term')}</Table.Th>
            {booklet && <Table.Th>{t('columns.booklet')}</Table.Th>}
            <Table.Th>{t('columns.sae')}</Table.Th>
            <Table.Th>{t('columns.sync')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Table.Tr key={row.EVENT_KEY}>
              <Table.Td>
                <EventBox
                  row={row}
                  seqNo={selection.indexOf(row.EVENT_KEY) + 1}
                  readOnly={!onSelect || index === 0}
                  onToggle={() => onSelect?.(toggled(selection, rows, row.EVENT_KEY))}
                />
              </Table.Td>
              <Table.Td>{row.VISIT_LABEL}</Table.Td>
              <Table.Td>{row.SUBJ_ID}</Table.Td>
              <Table.Td>{row.AESEQ}</Table.Td>
              <Table.Td>{row.AETERM}</Table.Td>
              {booklet && <Table.Td>{row.BOOKLET_STATUS}</Table.Td>}
              <Table.Td>
                {row.SAE === 'Y' && <StatusBadge tone="warning">{t('serious')}</StatusBadge>}
              </Table.Td>
              <Table.Td>
                <SyncCell row={row} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

interface EventBoxProps {
  row: SyncItem;
  /** 0: not checked */
  seqNo: number;
  readOnly: boolean;
  onToggle: () => void;
}

function EventBox({ row, seqNo, readOnly, onToggle }: EventBoxProps) {
  const { t } = useTranslation('sync');
  return (
    <span className={classes.box}>
      <Checkbox
        aria-label={t('selectRow', { term: row.AETERM, no: row.AESEQ })}
        checked={seqNo > 0}
        disabled={readOnly}
        onChange={onToggle}
      />
      {seqNo > 0 && <span className={classes.dim}>{seqNo}</span>}
    </span>
  );
}

function SyncCell({ row }: { row: SyncItem }) {
  const { t } = useTranslation('sync');
  const to = usePathTo();
  const { SYNC, CASE_KEY, CASE_NO, PROBLEM, REMARK } = row;
  return (
    <>
      <StatusBadge tone={TONES[SYNC]}>{t(`states.${SYNC}`)}</StatusBadge>{' '}
      {CASE_KEY !== null && <Link to={to(`case/${CASE_KEY}/detail`)}>{CASE_NO}</Link>}
      {PROBLEM && (
        <span className={classes.problem}>
          {problemText(t, PROBLEM)} {PROBLEM.rule && <RuleLink rule={PROBLEM.rule} />}
        </span>
      )}
      {REMARK !== null && <span className={classes.dim}>{t('remark', { remark: REMARK })}</span>}
    </>
  );
}
