import { Fragment } from 'react';
import { useEngine } from '../page/context.ts';
import light from './light.module.css';
import type { FieldProps } from './registry.ts';

interface ChosenTagsProps extends Pick<FieldProps, 'input'> {
  tags: readonly { key: string | number; label: string }[];
  /** in place of the tags where nothing is chosen */
  none?: string | undefined;
  disabled: boolean;
  choose: () => Promise<void>;
}

/** What was chosen, and the button that opens the dialog to choose; it has the focus again afterwards. */
export function ChosenTags({ input, tags, none, disabled, choose }: ChosenTagsProps) {
  const { t } = useEngine();
  const chosenId = `${input.id}-chosen`;
  const open = async () => {
    await choose();
    document.getElementById(input.id)?.focus();
  };
  const chosen =
    tags.length === 0 ? (
      <span className={light.none}>{none ?? t('chosen.none')}</span>
    ) : (
      tags.map(({ key, label }) => (
        <Fragment key={key}>
          <span className={light.tag}>{label}</span>{' '}
        </Fragment>
      ))
    );
  // a button that does nothing could not be reached, nor what was chosen be heard
  if (disabled)
    return (
      <output
        id={input.id}
        aria-labelledby={input['aria-labelledby']}
        aria-describedby={input['aria-describedby']}
        aria-keyshortcuts={input['aria-keyshortcuts']}
        tabIndex={0}
        className={light.chosen}
      >
        {chosen}
      </output>
    );
  return (
    <div className={light.chosen}>
      <span id={chosenId} className={light.tags}>
        {chosen}
      </span>
      <button
        id={input.id}
        type="button"
        className={light.choose}
        aria-labelledby={`${input['aria-labelledby']} ${input.id}`}
        aria-describedby={[chosenId, input['aria-describedby']].filter(Boolean).join(' ')}
        aria-keyshortcuts={input['aria-keyshortcuts']}
        onClick={() => void open()}
      >
        {t('chosen.choose')}
      </button>
    </div>
  );
}
