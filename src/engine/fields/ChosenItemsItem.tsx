import { useEffect, useState } from 'react';
import { chosenItemIds, chosenItemsText } from '../../../shared/records/chosenItems.ts';
import { useEngine } from '../page/context.ts';
import light from './light.module.css';
import { hasControl, type FieldEntry, type FieldProps } from './registry.ts';

const NO_NAMES: Readonly<Record<string, string>> = {};

/** Items of cases by their labels, chosen in a dialog. */
function ChosenItemsItem({ current, readOnly, input, onValue }: FieldProps) {
  const { services, t } = useEngine();
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
    document.getElementById(input.id)?.focus();
  };
  return (
    <div role="group" aria-labelledby={input['aria-labelledby']} className={light.chosen}>
      {itemIds.length === 0 && <span className={light.none}>{t('chosen.none')}</span>}
      {itemIds.map((itemId) => (
        <span key={itemId} className={light.tag}>
          {names[itemId] === undefined ? itemId : `${names[itemId]} (${itemId})`}
        </span>
      ))}
      <button
        id={input.id}
        type="button"
        className={light.choose}
        aria-labelledby={`${input['aria-labelledby']} ${input.id}`}
        aria-describedby={input['aria-describedby']}
        aria-keyshortcuts={input['aria-keyshortcuts']}
        disabled={readOnly || !services.chooseItems}
        onClick={() => void choose()}
      >
        {t('chosen.choose')}
      </button>
    </div>
  );
}

export const chosenItemsField: FieldEntry = {
  name: 'chosenItems',
  rank: 1,
  test: hasControl('chosenItems'),
  Component: ChosenItemsItem,
  labels: 'group',
};
