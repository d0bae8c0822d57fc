import { useEffect, useState } from 'react';
import { chosenItemIds, chosenItemsText } from '../../../shared/records/chosenItems.ts';
import { useEngine } from '../page/context.ts';
import { ChosenTags } from './ChosenTags.tsx';
import { hasControl, type FieldEntry, type FieldProps } from './registry.ts';

const NO_NAMES: Readonly<Record<string, string>> = {};

/** Items of cases by their labels, chosen in a dialog. */
function ChosenItemsItem({ current, readOnly, input, onValue }: FieldProps) {
  const { services } = useEngine();
  const { value } = current;
  const [names, setNames] = useState(NO_NAMES);
  useEffect(() => {
    let isOver = false;
    void services.itemNames?.(chosenItemIds(value)).then((found) => {
      if (!isOver) setNames(found);
    });
    return () => {
      isOver = true;
    };
  }, [services, value]);
  const itemIds = chosenItemIds(value);
  const choose = async () => {
    const answer = await services.chooseItems?.(itemIds);
    if (answer) onValue(chosenItemsText(answer));
  };
  return (
    <ChosenTags
      input={input}
      tags={itemIds.map((itemId) => ({
        key: itemId,
        label: names[itemId] === undefined ? itemId : `${names[itemId]} (${itemId})`,
      }))}
      disabled={readOnly || !services.chooseItems}
      choose={choose}
    />
  );
}

export const chosenItemsField: FieldEntry = {
  name: 'chosenItems',
  rank: 1,
  test: hasControl('chosenItems'),
  Component: ChosenItemsItem,
  labels: 'group',
};
