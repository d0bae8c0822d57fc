import { useEngine } from '../page/context.ts';
import { Choices } from './Choices.tsx';
import { hasControl, type FieldEntry, type FieldProps } from './registry.ts';

/** Yes, no, or empty. */
function YesNoItem({ current, readOnly, input, onValue }: FieldProps) {
  const { t } = useEngine();
  return (
    <Choices
      input={input}
      readOnly={readOnly}
      choices={[
        { key: 'true', label: t('yes'), chosen: current.value === 'true' },
        { key: 'false', label: t('no'), chosen: current.value === 'false' },
      ]}
      onChoose={(value) => onValue(value)}
      onClear={() => onValue('')}
    />
  );
}

export const yesNoField: FieldEntry = {
  name: 'yesNo',
  rank: 1,
  test: hasControl('yesNo'),
  Component: YesNoItem,
  labels: 'group',
};
