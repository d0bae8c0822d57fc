// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it, vi } from 'vitest';
import { SubmitForm } from './SubmitForm.tsx';
import { WholeNumberField } from './WholeNumberField.tsx';

beforeAll(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));

it('leaves what was typed, and sends only what is allowed', async () => {
  const sent = vi.fn();
  const place = document.body.appendChild(document.createElement('div'));
  function Form() {
    const [days, setDays] = useState<number | null>(14);
    return (
      <MantineProvider>
        <SubmitForm onSubmit={() => sent(days)}>
          <WholeNumberField label="Days" min={0} max={365} value={days} onChange={setDays} />
          <button type="submit">Ask</button>
        </SubmitForm>
      </MantineProvider>
    );
  }
  await act(async () => createRoot(place).render(<Form />));
  const field = place.querySelector('input') as HTMLInputElement;
  const enter = (text: string) =>
    act(async () => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
      set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  const leave = () => act(async () => field.blur());
  const press = () => act(async () => place.querySelector('button')?.click());

  expect(field.value).toBe('14');
  for (const text of ['366', '-1', '1.5', '1.0', '1,000', '14 days', '1e2', '9'.repeat(30)]) {
    await enter(text);
    await leave();
    await press();
    expect(field.value).toBe(text);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(sent).not.toHaveBeenCalled();
  }
  for (const [text, days] of [
    ['365', 365],
    ['0', 0],
    ['', null],
    ['１４', 14],
    [' 007 ', 7],
  ] as const) {
    await enter(text);
    await leave();
    await press();
    expect(field.value).toBe(text);
    expect(sent).toHaveBeenLastCalledWith(days);
  }
  const arrow = (key: string) =>
    act(async () => void field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
  await enter('364');
  for (const [key, shown] of [
    ['ArrowUp', '365'],
    ['ArrowUp', '365'],
    ['ArrowDown', '364'],
  ] as const) {
    await arrow(key);
    expect(field.value).toBe(shown);
  }
});
