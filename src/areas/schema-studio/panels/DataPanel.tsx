/** What the form beside it holds: the changes as a save would send them, as a table and as JSON. */
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressKey } from '../../../../shared/case/itemAddress.ts';
import { rowKey } from '../../../../shared/case/caseContent.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { DataTable, EmptyState, Scroller, type Column } from '../../../components/index.ts';
import type { PageSession } from '../../../engine/index.ts';
import { SourceEditor } from '../editor/SourceEditor.tsx';
import { useEdits, type Preview } from '../preview/usePreview.ts';
import styles from './panels.module.css';

type ItemChange = ReturnType<PageSession['changes']>['items'][number];

export function DataPanel({ preview }: { preview: Preview }) {
  const { t } = useTranslation('studio');
  const [as, setAs] = useState('table');
  const { session, catalogue, context } = preview;
  useEdits(session);
  if (!session || !catalogue) return <EmptyState title={t('data.none')} />;
  const changes = session.changes();
  const labelOf = (itemId: string) => {
    const label = catalogue.items[itemId]?.label;
    return label ? wordsIn(label, context.language) : '';
  };
  const columns: Column<ItemChange>[] = [
    { key: 'item', label: t('data.item'), render: ({ itemId }) => <code>{itemId}</code> },
    { key: 'label', label: t('data.label'), render: ({ itemId }) => labelOf(itemId) },
    {
      key: 'row',
      label: t('data.row'),
      render: ({ rowNo, rowNo2, rowNo3 }) =>
        [rowNo, rowNo2, rowNo3].filter((number) => number > 0).join('.') || '-',
    },
    { key: 'value', label: t('data.value'), render: ({ value }) => value ?? '' },
    { key: 'nullFlavor', label: t('data.nullFlavor'), render: ({ nullFlavor }) => nullFlavor ?? '' },
    { key: 'notation', label: t('data.notation'), render: ({ notation }) => notation ?? '' },
  ];
  return (
    <>
      <div className={styles.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t('data.as')}
          value={as}
          onChange={setAs}
          data={[
            { value: 'table', label: t('data.table') },
            { value: 'json', label: 'JSON' },
          ]}
        />
        <span className={styles.dim}>
          {t('data.count', { items: changes.items.length, rows: changes.rows.length })}
        </span>
      </div>
      {as === 'json' ? (
        <SourceEditor
          file={`changes-${context.page}.json`}
          text={JSON.stringify(changes, null, 2)}
          readOnly
          label={t('data.title')}
        />
      ) : (
        <Scroller className={styles.scroll} aria-label={t('tabs.data')}>
          <DataTable label={t('data.title')} rows={changes.items} rowKey={addressKey} columns={columns} />
          {changes.rows.length > 0 && (
            <ul className={styles.plain} aria-label={t('data.rows')}>
              {changes.rows.map((row) => (
                <li key={rowKey(row)}>
                  <code>{row.group}</code> {[row.rowNo, row.rowNo2, row.rowNo3].filter(Boolean).join('.')}{' '}
                  {t(row.deleted ? 'data.rowDeleted' : 'data.rowKept')}
                </li>
              ))}
            </ul>
          )}
        </Scroller>
      )}
    </>
  );
}
