// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it, vi } from 'vitest';
import { DayField } from './DayField.tsx';

beforeAll(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));

it('tells what is no day from no day', async () => {
  const read = vi.fn();
  const place = document.body.appendChild(document.createElement('div'));
  function Form() {
    const [day, setDay] = useState('20270131');
    return (
      <MantineProvider>
        <DayField
          label="Valid until"
          value={day}
          onChange={(next, isRead) => {
            setDay(next);
            read(next, isRead);
          }}
        />
      </MantineProvider>
    );
  }
  await act(async () => createRoot(place).render(<Form />));
  const field = place.querySelector('input') as HTMLInputElement;
  expect(field.value).toBe('2027-01-31');
  for (const [text, day, isRead] of [
    ['2028-13-45', '', false],
    ['2028', '', false],
    ['', '', true],
    ['2028-01-31', '20280131', true],
  ] as const) {
    await act(async () => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
      set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await act(async () => field.blur());
    expect(read).toHaveBeenLastCalledWith(day, isRead);
    expect(field.value).toBe(text);
  }
});
