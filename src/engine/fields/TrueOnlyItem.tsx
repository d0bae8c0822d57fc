import { useEngine } from '../page/context.ts';
import { Choices } from './Choices.tsx';
import { hasControl, type FieldEntry, type FieldProps } from './registry.ts';

/** True or empty: the message has no "false" here. Null flavors are offered beside it. */
function TrueOnlyItem({ item, current, readOnly, input, onValue, onNullFlavor }: FieldProps) {
  const { t } = useEngine();
  return (
    <Choices
      input={input}
      readOnly={readOnly}
      choices={[
        { key: 'true', label: t('yes'), chosen: current.value === 'true' },
        ...item.nullFlavors.map((flavor) => ({
          key: flavor,
          label: t(`nullFlavor.${flavor}`),
          chosen: current.nullFlavor === flavor,
        })),
      ]}
      onChoose={(key) => (key === 'true' ? onValue('true') : onNullFlavor(key))}
      onClear={() => (current.nullFlavor === null ? onValue('') : onNullFlavor(''))}
    />
  );
}

export const trueOnlyField: FieldEntry = {
  name: 'trueOnly',
  rank: 1,
  test: hasControl('trueOnly'),
  Component: TrueOnlyItem,
  labels: 'group',
  showsNullFlavor: true,
};
