/** What a screen reader says when the focus comes to a field. */

type SpokenRole = 'text' | 'list' | 'radio' | 'checkbox' | 'button' | 'output';

export interface Speech {
  role: SpokenRole;
  name: string;
  value: string;
  description: string;
  isRequired: boolean;
  isInvalid: boolean;
  isReadOnly: boolean;
}

/** Of the control that the label of the field names; null where none does. */
export function speechOf(field: Element): Speech | null {
  const control = field.querySelector<HTMLElement>('[aria-labelledby]');
  return control && speechOfControl(control);
}

/** Of the text in a second language. */
export function notationSpeechOf(field: Element): Speech | null {
  const control = field.querySelector<HTMLElement>('textarea[aria-label]');
  return control && speechOfControl(control);
}

function speechOfControl(control: HTMLElement): Speech {
  return {
    role: roleOf(control),
    name: nameOf(control),
    value: valueOf(control),
    description: textOfIds(control, 'aria-describedby'),
    isRequired: control.ariaRequired === 'true',
    isInvalid: control.ariaInvalid === 'true',
    isReadOnly: isReadOnly(control),
  };
}

const nameOf = (control: Element): string =>
  control.hasAttribute('aria-labelledby')
    ? textOfIds(control, 'aria-labelledby')
    : (control.getAttribute('aria-label') ?? '');

function roleOf(control: Element): SpokenRole {
  if (control.role === 'combobox') return 'list';
  if (control.role === 'radiogroup') return 'radio';
  if (control.role === 'group') return 'checkbox';
  if (control instanceof HTMLButtonElement) return 'button';
  return control instanceof HTMLOutputElement ? 'output' : 'text';
}

function valueOf(control: HTMLElement): string {
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) return control.value;
  const choices = [...control.querySelectorAll('input')];
  const chosen = choices.find(({ checked }) => checked);
  if (choices.length > 0) return chosen ? spokenText(chosen.closest('label') ?? chosen) : '';
  return control instanceof HTMLOutputElement ? spokenText(control) : '';
}

function isReadOnly(control: HTMLElement): boolean {
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) return control.readOnly;
  const choices = [...control.querySelectorAll('input')];
  return (
    control instanceof HTMLOutputElement || (choices.length > 0 && choices.every(({ disabled }) => disabled))
  );
}

/** The text of the elements that an attribute names. */
const textOfIds = (control: Element, attribute: string): string =>
  (control.getAttribute(attribute) ?? '')
    .split(/\s+/)
    .flatMap((id) => {
      const found = id === '' ? null : control.ownerDocument.getElementById(id);
      return found ? [spokenText(found)] : [];
    })
    .join(' ')
    .trim();

/** The text of an element without what is hidden from assistive technology. */
function spokenText(element: Element): string {
  if (element.getAttribute('aria-hidden') === 'true') return '';
  const label = element.getAttribute('aria-label');
  if (label !== null) return label;
  const words = [...element.childNodes].map((node) => {
    if (node instanceof Text) return node.data;
    return node instanceof Element && node.checkVisibility({ visibilityProperty: true })
      ? spokenText(node)
      : '';
  });
  return words.join('').replace(/\s+/g, ' ').trim();
}
