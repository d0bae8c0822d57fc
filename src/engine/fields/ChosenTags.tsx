import { useEngine } from '../page/context.ts';
import light from './light.module.css';
import type { FieldProps } from './registry.ts';

interface ChosenTagsProps extends Pick<FieldProps, 'input'> {
  tags: readonly { key: string | number; label: string }[];
  disabled: boolean;
  choose: () => Promise<void>;
}

/** What was chosen, and the button that opens the dialog to choose; it has the focus again afterwards. */
export function ChosenTags({ input, tags, disabled, choose }: ChosenTagsProps) {
  const { t } = useEngine();
  const open = async () => {
    await choose();
    document.getElementById(input.id)?.focus();
  };
  return (
    <div role="group" aria-labelledby={input['aria-labelledby']} className={light.chosen}>
      {tags.length === 0 && <span className={light.none}>{t('chosen.none')}</span>}
      {tags.map(({ key, label }) => (
        <span key={key} className={light.tag}>
          {label}
        </span>
      ))}
      <button
        id={input.id}
        type="button"
        className={light.choose}
        aria-labelledby={`${input['aria-labelledby']} ${input.id}`}
        aria-describedby={input['aria-describedby']}
        aria-keyshortcuts={input['aria-keyshortcuts']}
        disabled={disabled}
        onClick={() => void open()}
      >
        {t('chosen.choose')}
      </button>
    </div>
  );
}
