import { useSetAtom } from 'jotai';
import { useEngine } from '../page/context.ts';
import { isComposing } from '../../keys/index.ts';
import type { FieldProps } from './registry.ts';
import light from './light.module.css';

interface Choice {
  key: string;
  label: string;
  chosen: boolean;
}

interface ChoicesProps {
  input: FieldProps['input'];
  readOnly: boolean;
  choices: readonly Choice[];
  onChoose: (key: string) => void;
  onClear: () => void;
}

/**
 * Radio buttons of which none may be chosen: a click on the chosen one, Delete or Backspace takes the choice back. A
 * single choice is a checkbox.
 */
export function Choices({ input, readOnly, choices, onChoose, onClear }: ChoicesProps) {
  const { form, t } = useEngine();
  const announce = useSetAtom(form.announcement);
  const single = choices.length === 1;
  const clear = (): void => {
    const taken = choices.find(({ chosen }) => chosen);
    if (!taken) return;
    onClear();
    announce(t('choice.cleared', { label: taken.label }));
  };
  return (
    <div
      role={single ? 'group' : 'radiogroup'}
      aria-labelledby={input['aria-labelledby']}
      aria-describedby={input['aria-describedby']}
      aria-required={single ? undefined : input['aria-required']}
      aria-invalid={single ? undefined : input['aria-invalid']}
      className={light.choices}
      onKeyDown={(event) => {
        const clears = event.key === 'Delete' || event.key === 'Backspace';
        if (clears && !readOnly && !isComposing(event)) clear();
      }}
    >
      {choices.map(({ key, label, chosen }, index) => (
        <label key={key} className={light.choice}>
          <input
            id={index === 0 ? input.id : undefined}
            type={single ? 'checkbox' : 'radio'}
            name={input.id}
            checked={chosen}
            disabled={readOnly}
            // a radio button that is chosen already fires a click only, no change
            onClick={() => chosen && !single && clear()}
            onChange={() => (chosen ? clear() : onChoose(key))}
          />
          {label}
        </label>
      ))}
    </div>
  );
}
