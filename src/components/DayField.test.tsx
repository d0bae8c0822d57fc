// @vitest-environment happy-dom
import { act, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { DayField } from './DayField.tsx';
import { fill, render, startWithEmptyDocument } from '../testing/render.tsx';

startWithEmptyDocument();

it('tells what is no day from no day', async () => {
  const read = vi.fn();
  function Form() {
    const [day, setDay] = useState('20270131');
    return (
      <DayField
        label="Valid until"
        value={day}
        onChange={(next, isRead) => {
          setDay(next);
          read(next, isRead);
        }}
      />
    );
  }
  await render(<Form />);
  const field = document.querySelector('input') as HTMLInputElement;
  expect(field.value).toBe('2027-01-31');
  for (const [text, day, isRead] of [
    ['2028-13-45', '', false],
    ['2028', '', false],
    ['', '', true],
    ['2028-01-31', '20280131', true],
  ] as const) {
    await fill(field, text);
    await act(async () => field.blur());
    expect(read).toHaveBeenLastCalledWith(day, isRead);
    expect(field.value).toBe(text);
  }
});
