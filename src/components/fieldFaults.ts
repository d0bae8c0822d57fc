/**
 * What the fields of a form say of themselves (`required`, `minLength`, `type`, `setCustomValidity`), for messages in the
 * user's language.
 */

export interface FieldFault {
  field: HTMLInputElement;
  label: string;
  /** of the locale files, below `form` */
  message: 'missing' | 'tooShort' | 'notValid';
  /** the message of the field itself, in its place; empty: none */
  own: string;
  /** fewest characters */
  min: number;
}

/** In the order of the form; fields that cannot be edited have none. */
export const faultsIn = (form: HTMLFormElement): FieldFault[] =>
  ([...form.elements] as HTMLInputElement[])
    .filter(({ willValidate, validity }) => willValidate && !validity.valid)
    .map((field) => ({
      field,
      label: labelOf(field),
      message: messageOf(field),
      own: field.validity.customError ? field.validationMessage : '',
      min: field.minLength,
    }));

function messageOf({ validity, required, value, minLength }: HTMLInputElement): FieldFault['message'] {
  if (validity.valueMissing || (required && value === '')) return 'missing';
  return validity.tooShort && minLength > 0 ? 'tooShort' : 'notValid';
}

/** Without the mark of a required field. */
function labelOf(field: HTMLInputElement): string {
  const own = field.getAttribute('aria-label');
  const [label] = field.labels ?? [];
  if (own !== null || !label) return own ?? '';
  return [...label.childNodes]
    .filter((node) => !(node instanceof Element && node.getAttribute('aria-hidden') === 'true'))
    .map(({ textContent }) => textContent)
    .join('')
    .trim();
}
