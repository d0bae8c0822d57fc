import { addressAt } from '../../../shared/case/itemAddress.ts';
import { chosenRecords, chosenText } from '../../../shared/records/chosenRecords.ts';
import { useEngine } from '../page/context.ts';
import light from './light.module.css';
import { hasControl, type FieldEntry, type FieldProps } from './registry.ts';

/** Several records by their names, chosen in a dialog. */
function ChosenRecordsItem({ item, current, readOnly, input, onValue }: FieldProps) {
  const { catalogue, services, session, t } = useEngine();
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
    document.getElementById(input.id)?.focus();
  };
  return (
    <div role="group" aria-labelledby={input['aria-labelledby']} className={light.chosen}>
      {chosen.length === 0 && <span className={light.none}>{t('chosen.none')}</span>}
      {chosen.map(({ key, name }) => (
        <span key={key} className={light.tag}>
          {name}
        </span>
      ))}
      <button
        id={input.id}
        type="button"
        className={light.choose}
        aria-labelledby={`${input['aria-labelledby']} ${input.id}`}
        aria-describedby={input['aria-describedby']}
        aria-keyshortcuts={input['aria-keyshortcuts']}
        disabled={readOnly || !services.chooseSeveral}
        onClick={() => void choose()}
      >
        {t('chosen.choose')}
      </button>
    </div>
  );
}

export const chosenRecordsField: FieldEntry = {
  name: 'chosenRecords',
  rank: 1,
  test: hasControl('chosenRecords'),
  Component: ChosenRecordsItem,
  labels: 'group',
};
