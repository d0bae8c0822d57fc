// @vitest-environment happy-dom
import { act, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { SubmitForm } from './SubmitForm.tsx';
import { WholeNumberField } from './WholeNumberField.tsx';
import { fill, press, render, startWithEmptyDocument } from '../testing/render.tsx';

startWithEmptyDocument();

it('leaves what was typed, and sends only what is allowed', async () => {
  const sent = vi.fn();
  function Form() {
    const [days, setDays] = useState<number | null>(14);
    return (
      <SubmitForm onSubmit={() => sent(days)}>
        <WholeNumberField label="Days" min={0} max={365} value={days} onChange={setDays} />
        <button type="submit">Ask</button>
      </SubmitForm>
    );
  }
  await render(<Form />);
  const field = document.querySelector('input') as HTMLInputElement;
  const leave = () => act(async () => field.blur());
  const send = () => act(async () => document.querySelector('button')?.click());

  expect(field.value).toBe('14');
  for (const text of ['366', '-1', '1.5', '1.0', '1,000', '14 days', '1e2', '9'.repeat(30)]) {
    await fill(field, text);
    await leave();
    await send();
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
    await fill(field, text);
    await leave();
    await send();
    expect(field.value).toBe(text);
    expect(sent).toHaveBeenLastCalledWith(days);
  }
  await fill(field, '364');
  for (const [key, shown] of [
    ['ArrowUp', '365'],
    ['ArrowUp', '365'],
    ['ArrowDown', '364'],
  ] as const) {
    await press(key, field);
    expect(field.value).toBe(shown);
  }
});
