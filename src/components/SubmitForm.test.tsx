// @vitest-environment happy-dom
import { act, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { SubmitForm } from './SubmitForm.tsx';
import { render, startWithEmptyDocument, unmount } from '../testing/render.tsx';

startWithEmptyDocument();

it('says which fields are required and goes to the first, until they are filled', async () => {
  const sent = vi.fn();
  await render(
    <SubmitForm onSubmit={sent}>
      <label htmlFor="sponsor">
        Sponsor<span aria-hidden="true"> *</span>
      </label>
      <input id="sponsor" required />
      <input aria-label="User ID" required />
      <button type="submit">Set up</button>
    </SubmitForm>,
  );
  const form = document.querySelector('form') as HTMLFormElement;
  const [sponsor, userId] = [...form.querySelectorAll('input')] as [HTMLInputElement, HTMLInputElement];
  const press = () => act(async () => form.querySelector('button')?.click());
  /** their fields: the words behind depend on the languages that tests of the same worker have loaded */
  const alerts = () =>
    [...form.querySelectorAll('[role=alert] > div')].map(({ textContent }) => textContent.split(':')[0]);
  const type = (field: HTMLInputElement) =>
    act(async () => {
      field.value = 'x';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });

  // the browser would say it in its own language
  expect(form.noValidate).toBe(true);
  await press();
  expect(alerts()).toEqual(['Sponsor', 'User ID']);
  expect(document.activeElement).toBe(sponsor);
  await type(sponsor);
  expect(alerts()).toEqual(['User ID']);
  expect(sent).not.toHaveBeenCalled();
  await type(userId);
  await press();
  expect(alerts()).toEqual([]);
  expect(sent).toHaveBeenCalledWith(form);
});

it('goes to the first field that the form itself calls not valid, also where that is a group of choices', async () => {
  function Form({ isGroup }: { isGroup: boolean }) {
    const [isSent, setSent] = useState(false);
    return (
      <SubmitForm noValidate onSubmit={() => setSent(true)}>
        <input aria-label="Name" />
        <div data-missing={(isSent && isGroup) || undefined}>
          <input type="radio" aria-label="Input error" />
        </div>
        <input aria-label="Comment" aria-invalid={isSent || undefined} />
        <button type="submit">Save</button>
      </SubmitForm>
    );
  }
  const pressed = async (isGroup: boolean) => {
    await unmount();
    await render(<Form isGroup={isGroup} />);
    await act(async () => document.querySelector('button')?.click());
    return document.activeElement?.getAttribute('aria-label');
  };
  expect(await pressed(false)).toBe('Comment');
  expect(await pressed(true)).toBe('Input error');
});

it('takes a double click and a held key for one attempt', async () => {
  const sent = vi.fn();
  await render(
    <SubmitForm onSubmit={sent}>
      <input aria-label="Reason" />
      <textarea aria-label="Text" />
      <button type="submit">Save</button>
    </SubmitForm>,
  );
  const click = (detail: number) =>
    act(
      async () =>
        void document
          .querySelector('button')
          ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail })),
    );
  for (const detail of [1, 2, 3]) await click(detail);
  expect(sent).toHaveBeenCalledTimes(1);
  await click(1);
  expect(sent).toHaveBeenCalledTimes(2);
  /** Whether the browser may do what the key means. */
  const enter = (field: string, repeat: boolean) => {
    const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, repeat });
    document.querySelector(field)?.dispatchEvent(event);
    return !event.defaultPrevented;
  };
  expect([enter('input', false), enter('input', true), enter('textarea', true)]).toEqual([true, false, true]);
});
