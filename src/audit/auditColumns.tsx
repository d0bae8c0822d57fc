/** Columns of audit entries: in the item's dialog and on the audit page. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Column } from '../components/index.ts';
import { formatTime } from '../i18n/formatTime.ts';
import { useCatalogue } from '../catalogue/catalogue.queries.ts';
import { usePlace, useTimeZone } from '../frame/place.ts';
import { meaningWords } from '../signature/index.ts';
import { displayText } from '../catalogue/display.ts';
import { useLabels } from '../catalogue/useLabels.ts';
import type { AuditEntry } from './audit.queries.ts';
import { AuditValue } from './AuditValue.tsx';
import classes from './AuditValue.module.css';

export type AuditColumn =
  'no' | 'page' | 'itemLabel' | 'action' | 'value' | 'reason' | 'time' | 'user' | 'source';

/** Ready columns by name; values are shown in the words of the catalogue the user sees. */
export function useAuditColumns(entries: readonly AuditEntry[]): Record<AuditColumn, Column<AuditEntry>> {
  const { t } = useTranslation(['editor', 'status']);
  const timeZone = useTimeZone();
  const { appendix, language } = usePlace();
  const catalogue = useCatalogue(appendix);
  const stored = useMemo(
    () =>
      entries.flatMap(({ itemId, value, oldValue }) => [
        { itemId, value },
        { itemId, value: oldValue },
      ]),
    [entries],
  );
  const label = useLabels(catalogue, stored, language);
  return useMemo(
    () => ({
      no: { key: 'no', label: t('audit.no'), align: 'right', render: ({ no }) => no },
      page: { key: 'page', label: t('audit.page'), render: ({ page }) => page },
      itemLabel: {
        key: 'itemLabel',
        label: t('audit.item'),
        render: ({ itemLabel, rowNo, rowNo2, rowNo3 }) => {
          const rows = [rowNo, rowNo2, rowNo3].filter((number) => number > 0);
          return rows.length ? `${itemLabel} (${rows.join('.')})` : itemLabel;
        },
      },
      action: {
        key: 'action',
        label: t('audit.action'),
        render: ({ action, signed }) => (
          <>
            {t(`audit.actions.${action}`)}{' '}
            {signed && (
              <StatusBadge tone="info">
                {t('status:signature.signed', { meaning: meaningWords(signed, language) })}
              </StatusBadge>
            )}
          </>
        ),
      },
      value: {
        key: 'value',
        label: t('audit.value'),
        render: (entry) => (
          <AuditValue
            entry={entry}
            inWords={(value) =>
              displayText(catalogue.items[entry.itemId], { value, nullFlavor: null }, label)
            }
          />
        ),
      },
      reason: { key: 'reason', label: t('audit.reason'), render: ({ reason }) => reason },
      time: {
        key: 'time',
        label: t('audit.time'),
        render: ({ time }) => <span className={classes.keep}>{formatTime(time, timeZone)}</span>,
      },
      user: {
        key: 'user',
        label: t('audit.user'),
        render: ({ userId, userName }) => `${userId} (${userName})`,
      },
      source: {
        key: 'source',
        label: t('audit.source'),
        render: ({ source }) => <span className={classes.keep}>{t(`audit.sources.${source}`)}</span>,
      },
    }),
    [t, timeZone, catalogue, label, language],
  );
}
