// @vitest-environment happy-dom
/** A date of a question is read as a date of a case is, and nothing else than what was typed is asked for. */
import { useState } from 'react';
import { expect, it } from 'vitest';
import { ValueField } from './ValueField.tsx';
import { fill, render, startWithEmptyDocument } from '../../testing/render.tsx';

startWithEmptyDocument();

it.each([
  ['2024-1-1', '20240101'],
  ['2024-1-2', '20240102'],
  ['2024.01.05', '20240105'],
  ['2024-11', '202411'],
  ['2024', '2024'],
  // a fault of the question, not the November of 1920
  ['1.9.2011', '1.9.2011'],
  ['', ''],
])('takes the date %j for %j, and leaves in the field what was typed', async (text, taken) => {
  let stored = '1999';
  function Form() {
    const [value, setValue] = useState(stored);
    const change = (next: string) => {
      stored = next;
      setValue(next);
    };
    return <ValueField label="Date" isDate value={value} onChange={change} />;
  }
  await render(<Form />);
  const field = document.querySelector('input') as HTMLInputElement;
  expect(field.value).toBe('1999');
  await fill(field, text);
  expect([stored, field.value]).toEqual([taken, text]);
});
