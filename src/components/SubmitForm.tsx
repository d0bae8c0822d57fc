import type { FormEvent, FormHTMLAttributes } from 'react';
import { isComposing } from '../keys/composing.ts';

interface SubmitFormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> {
  onSubmit: (form: HTMLFormElement) => void;
}

/**
 * The one form element of the product: sent by its own doing, and never by the Enter of an input method or of a list of
 * choices.
 */
export function SubmitForm({ onSubmit, ...form }: SubmitFormProps) {
  return (
    <form
      {...form}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
      }}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (!takeMarkedChoice(document.activeElement)) onSubmit(event.currentTarget);
      }}
    />
  );
}

/**
 * Whether the field has an open list of choices, of which the marked one is taken then. The library looks by a timer for the
 * choice that is marked, and lets an Enter pass that comes before.
 */
function takeMarkedChoice(field: Element | null): boolean {
  if (field?.getAttribute('aria-expanded') !== 'true') return false;
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  list?.querySelector<HTMLElement>('[data-combobox-selected]')?.click();
  return list !== null;
}
