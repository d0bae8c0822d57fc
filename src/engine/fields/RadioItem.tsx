import { useEngine } from '../page/context.ts';
import { useResource } from '../page/resource.ts';
import { Choices } from './Choices.tsx';
import { FailedLoad } from './FailedLoad.tsx';
import { hasControl, type FieldEntry, type FieldProps } from './registry.ts';

/** One code of a short list, all in sight. */
function RadioItem({ item, current, readOnly, input, onValue }: FieldProps) {
  const { codes } = useEngine();
  const { data, problem } = useResource(codes, item.itemId, true);
  if (problem !== null) return <FailedLoad problem={problem} onRetry={() => codes.want(item.itemId)} />;

  const known = data?.codes.filter(({ code, deleted }) => !deleted || code === current.value) ?? [];
  // a stored code that the list does not have is shown, not lost
  const strange =
    current.value !== null && data !== null && !known.some(({ code }) => code === current.value);
  const choices = [...known, ...(strange ? [{ code: current.value ?? '', label: current.value ?? '' }] : [])];
  return (
    <Choices
      input={input}
      readOnly={readOnly}
      choices={choices.map(({ code, label }) => ({ key: code, label, chosen: code === current.value }))}
      onChoose={(code) => onValue(code)}
      onClear={() => onValue('')}
    />
  );
}

export const radioField: FieldEntry = {
  name: 'radio',
  rank: 1,
  test: hasControl('radio'),
  Component: RadioItem,
  labels: 'group',
};
