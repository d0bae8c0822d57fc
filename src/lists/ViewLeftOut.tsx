/** What of a saved view is not shown: columns that are gone since, or that this user may not see. */
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ListColumn, ListView } from './list.queries.ts';

export function ViewLeftOut({ view, columns }: { view: ListView; columns: readonly ListColumn[] }) {
  const { t } = useTranslation('lists');
  if (view.leftOut.length === 0) return null;
  const parts = view.leftOut.map(({ columnId, part }) => {
    const { columnLabel = columnId } = columns.find((column) => column.columnId === columnId) ?? {};
    return t(`views.part.${part}`, { column: columnLabel });
  });
  return (
    <Text size="sm" role="status" w="100%">
      {t('views.leftOut', { parts: parts.join(', ') })}
    </Text>
  );
}
