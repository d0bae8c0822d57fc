import { hasControl, type FieldEntry, type FieldProps } from './registry.ts';
import { useCutOnFocus } from './useCutOnFocus.ts';
import light from './light.module.css';

/** One line of text. */
function TextItem(props: FieldProps) {
  const { item, current, readOnly, input, onValue } = props;
  const cut = useCutOnFocus(props);
  return (
    <input
      {...input}
      className={light.input}
      type="text"
      autoComplete="off"
      maxLength={item.maxLength ?? undefined}
      readOnly={readOnly}
      value={current.value ?? ''}
      onFocus={cut}
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  );
}

export const textField: FieldEntry = {
  name: 'text',
  rank: 1,
  test: hasControl('text'),
  Component: TextItem,
  labels: 'input',
};
