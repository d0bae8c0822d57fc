import { useEffect, useRef, useState, type FormEvent, type FormHTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../keys/composing.ts';
import classes from './components.module.css';
import { faultsIn, type FieldFault } from './fieldFaults.ts';

interface SubmitFormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> {
  onSubmit: (form: HTMLFormElement) => void;
}

/** A field that says so itself, or the first choice of a group that is marked. */
const INVALID = '[aria-invalid="true"], [data-missing] input';

/**
 * The one form element of the product: sent by its own doing, and never by the Enter of an input method or of a list of
 * choices. What its fields demand is said in the language of the product, not in that of the browser; `noValidate`: the
 * form says it itself. The focus goes to the first field that is not valid after it was sent (specification 1 section 5).
 */
export function SubmitForm({ onSubmit, noValidate = false, children, ...form }: SubmitFormProps) {
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  const [submissions, setSubmissions] = useState(0);
  const place = useRef<HTMLFormElement>(null);
  // what the form found itself is drawn by then
  useEffect(() => {
    if (submissions > 0) place.current?.querySelector<HTMLElement>(INVALID)?.focus();
  }, [submissions]);
  const submit = (element: HTMLFormElement) => {
    const found = noValidate ? [] : faultsIn(element);
    setFaults(found);
    if (found.length > 0) return found[0]?.field.focus();
    onSubmit(element);
    setSubmissions((count) => count + 1);
  };
  return (
    <form
      {...form}
      ref={place}
      noValidate
      onInput={({ currentTarget }) => {
        if (faults.length > 0) setFaults(faultsIn(currentTarget));
      }}
      // a double click, or a held key, is one attempt: what it sends may be under way before its button is drawn as busy
      onClickCapture={(event) => {
        const button = event.target instanceof Element && event.target.closest('[type="submit"]');
        if (button && event.detail > 1) event.preventDefault();
      }}
      onKeyDown={(event) => {
        const isHeld = event.repeat && !(event.target instanceof HTMLTextAreaElement);
        if (event.key === 'Enter' && (isHeld || isComposing(event))) event.preventDefault();
      }}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (!takeMarkedChoice(document.activeElement)) submit(event.currentTarget);
      }}
    >
      {faults.length > 0 && <FieldFaults faults={faults} />}
      {children}
    </form>
  );
}

function FieldFaults({ faults }: { faults: readonly FieldFault[] }) {
  const { t } = useTranslation('components');
  return (
    <div role="alert" className={classes.problem} data-above>
      {faults.map(({ label, message, own, min }) => (
        <div key={label}>{[label, own || t(`form.${message}`, { min })].filter(Boolean).join(': ')}</div>
      ))}
    </div>
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
