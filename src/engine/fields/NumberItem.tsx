import { useState } from 'react';
import { numberDone, numberTyped } from './numberText.ts';
import { hasControl, type FieldEntry, type FieldProps } from './registry.ts';
import light from './light.module.css';

const ANY_NUMBER = {};

/** A number, stored as text. Rejects characters that no number has; a qualifier (<, >=) only if the item allows it. */
function NumberItem({ item, current, readOnly, input, onValue }: FieldProps) {
  // half a character of an input method: shown, not yet a value
  const [composed, setComposed] = useState<string | null>(null);
  const rule = item.number ?? ANY_NUMBER;

  const finish = () => {
    const stored = current.value ?? '';
    const done = numberDone(stored);
    if (done !== stored) onValue(done);
  };

  return (
    <input
      {...input}
      className={light.input}
      type="text"
      inputMode={item.number?.qualifier ? 'text' : 'decimal'}
      autoComplete="off"
      readOnly={readOnly}
      value={composed ?? current.value ?? ''}
      onCompositionStart={(event) => setComposed(event.currentTarget.value)}
      onCompositionEnd={(event) => {
        setComposed(null);
        onValue(numberTyped(event.currentTarget.value, rule));
      }}
      onChange={(event) => {
        const text = event.currentTarget.value;
        if (composed === null) onValue(numberTyped(text, rule));
        else setComposed(text);
      }}
      onBlur={finish}
    />
  );
}

export const numberField: FieldEntry = {
  name: 'number',
  rank: 1,
  test: hasControl('number'),
  Component: NumberItem,
  labels: 'input',
};
