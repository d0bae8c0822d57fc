import { addressAt } from '../../../shared/case/itemAddress.ts';
import { chosenRecords, chosenText } from '../../../shared/records/chosenRecords.ts';
import { useEngine } from '../page/context.ts';
import { ChosenTags } from './ChosenTags.tsx';
import { hasControl, type FieldEntry, type FieldProps } from './registry.ts';

/** Several records by their names, chosen in a dialog. */
function ChosenRecordsItem({ item, current, readOnly, input, onValue }: FieldProps) {
  const { catalogue, language, services, session } = useEngine();
  const chosen = chosenRecords(current.value);
  const { chooses } = item;
  const choose = async () => {
    const others = Object.values(catalogue.items).filter(
      (other) => other.chooses && other.chooses !== chooses && other.page === item.page,
    );
    const beside = Object.fromEntries(
      others.map((other) => [
        other.chooses,
        chosenRecords(session.get(addressAt(other.itemId, [])).value).map(({ key }) => key),
      ]),
    );
    const answer = chooses && (await services.chooseSeveral?.(chooses, chosen, beside));
    if (answer) onValue(chosenText(answer));
  };
  return (
    <ChosenTags
      input={input}
      tags={chosen.map(({ key, name }) => ({ key, label: name }))}
      none={item.choosesNone?.[language]}
      disabled={readOnly || !services.chooseSeveral}
      choose={choose}
    />
  );
}

export const chosenRecordsField: FieldEntry = {
  name: 'chosenRecords',
  rank: 1,
  test: hasControl('chosenRecords'),
  Component: ChosenRecordsItem,
  labels: 'group',
};
