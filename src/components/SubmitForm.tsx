import type { FormEvent, FormHTMLAttributes } from 'react';
import { isComposing } from '../keys/composing.ts';

interface SubmitFormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> {
  onSubmit: (form: HTMLFormElement) => void;
}

/** The one form element of the product: sent by its own doing, and never by the Enter of an input method. */
export function SubmitForm({ onSubmit, ...form }: SubmitFormProps) {
  return (
    <form
      {...form}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
      }}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        onSubmit(event.currentTarget);
      }}
    />
  );
}
