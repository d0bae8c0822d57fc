import { hasControl, type FieldEntry, type FieldProps } from './registry.ts';
import { useCutOnFocus } from './useCutOnFocus.ts';
import light from './light.module.css';

const NEAR_LIMIT = 0.9;
/** characters; from here on it is a narrative, not a remark */
const LARGE = 100_000;

/** Text of several lines; grows with what it holds, counts when the limit is near. */
function LongTextItem(props: FieldProps) {
  const { item, current, readOnly, input, onValue } = props;
  const cut = useCutOnFocus(props);
  const { length } = current.value ?? '';
  const limit = item.maxLength;
  return (
    <>
      <textarea
        {...input}
        className={light.area}
        data-large={(limit ?? 0) >= LARGE || undefined}
        maxLength={limit ?? undefined}
        readOnly={readOnly}
        value={current.value ?? ''}
        onFocus={cut}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
      {limit !== null && length > limit * NEAR_LIMIT && (
        <span className={light.counter} data-full={length >= limit || undefined}>
          {length}/{limit}
        </span>
      )}
    </>
  );
}

export const longTextField: FieldEntry = {
  name: 'longText',
  rank: 1,
  test: hasControl('longText'),
  Component: LongTextItem,
  labels: 'input',
};
