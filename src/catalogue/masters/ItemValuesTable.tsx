/** Items with several contents side by side: before and after, then and now. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { RowPlace } from '../../../shared/records/masterFill.ts';
import type { ItemValue } from '../../../shared/case/itemValue.ts';
import { DataTable } from '../../components/index.ts';
import type { Language } from '../../i18n/index.ts';
import { valueText } from '../display.ts';
import { useLabels } from '../useLabels.ts';
import { wordsIn } from '../words.ts';

export interface ItemValues {
  itemId: string;
  /** of a row within the page */
  place?: Pick<RowPlace, 'group' | 'position'>;
  /** one for each heading */
  values: readonly ItemValue[];
}

export const itemValuesKey = ({ itemId, place }: Pick<ItemValues, 'itemId' | 'place'>): string =>
  place ? `${itemId}|${place.position}` : itemId;

interface ItemValuesTableProps {
  catalogue: Catalogue;
  language: Language;
  label: string;
  headings: readonly string[];
  /** keeps its identity while the values stay the same */
  rows: readonly ItemValues[];
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
}

export function ItemValuesTable(props: ItemValuesTableProps) {
  const { catalogue, language, label, headings, rows, selected, onSelect } = props;
  const { t } = useTranslation('masters');
  const stored = useMemo(
    () => rows.flatMap(({ itemId, values }) => values.map(({ value }) => ({ itemId, value }))),
    [rows],
  );
  const words = useLabels(catalogue, stored, language);
  const nameOf = ({ itemId, place }: ItemValues) => {
    const item = catalogue.items[itemId];
    const group = catalogue.groups[place?.group ?? ''];
    const label = item ? wordsIn(item.label, language) : itemId;
    return place && group ? `${wordsIn(group.rowLabel, language)} ${place.position}: ${label}` : label;
  };
  return (
    <DataTable
      label={label}
      rows={rows}
      rowKey={itemValuesKey}
      {...(selected && { selected })}
      {...(onSelect && { onSelect })}
      nameOf={nameOf}
      fullText
      columns={[
        { key: 'item', label: t('item'), render: nameOf },
        ...headings.map((heading, at) => ({
          key: String(at),
          label: heading,
          render: ({ itemId, values }: ItemValues) => {
            const value = values[at];
            return (value && valueText(catalogue.items[itemId], value, words)) || <i>{t('empty')}</i>;
          },
        })),
      ]}
    />
  );
}
