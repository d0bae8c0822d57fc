/** Columns of audit entries: in the dialogs of an item and of the workflow. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Column } from '../components/index.ts';
import { formatTime } from '../i18n/formatTime.ts';
import { useCatalogue } from '../catalogue/catalogue.queries.ts';
import { useRouteContext, useTimeZone } from '../app-context/routeContext.ts';
import { meaningWords } from '../signature/index.ts';
import { displayText } from '../catalogue/display.ts';
import { useLabels } from '../catalogue/useLabels.ts';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { AuditEntry } from './audit.queries.ts';
import { AuditValue } from './AuditValue.tsx';
import classes from './AuditValue.module.css';

export type AuditColumn = 'no' | 'itemLabel' | 'action' | 'value' | 'reason' | 'time' | 'user';

/** Ready columns by name; values are shown in the words of the catalogue the user sees. */
export function useAuditColumns(
  entries: readonly AuditEntry[],
  ofEntries?: Catalogue,
): Record<AuditColumn, Column<AuditEntry>> {
  const { t } = useTranslation(['editor', 'status']);
  const timeZone = useTimeZone();
  const { appendix, language } = useRouteContext();
  const ofCases = useCatalogue(appendix);
  const catalogue = ofEntries ?? ofCases;
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
            inWords={({ value, properties = null }) =>
              displayText(catalogue.items[entry.itemId], { value, nullFlavor: null, properties }, label)
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
    }),
    [t, timeZone, catalogue, label, language],
  );
}
