import { Loader, Text, TextInput } from '@mantine/core';
import { useId, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing, isSubmitEnter } from '../keys/index.ts';
import { Dialog } from './Dialog.tsx';
import classes from './FindDialog.module.css';

/** An answer to what is typed. */
export interface FindOption {
  key: string;
  /** its id, or what kind of thing it is */
  mark: string;
  label: string;
  /** where it belongs */
  detail: string;
  /** why it cannot be chosen; null: it can */
  why: string | null;
}

interface FindDialogProps<Option extends FindOption> {
  title: string;
  /** of the text field */
  label: string;
  hint: string;
  /** what is typed */
  text: string;
  onText: (text: string) => void;
  options: readonly Option[];
  /** more of them may come */
  isSearching?: boolean;
  onChoose: (option: Option) => void;
  onClose: () => void;
}

/** Asks by words; the answers are a list that the arrows walk while the typing goes on. */
export function FindDialog<Option extends FindOption>({
  title,
  label,
  hint,
  text,
  onText,
  options,
  isSearching = false,
  onChoose,
  onClose,
}: FindDialogProps<Option>) {
  const { t } = useTranslation('components');
  const [active, setActive] = useState(0);
  const listId = useId();
  const current = options[Math.min(active, options.length - 1)];
  const choose = (option: Option | undefined) => {
    if (option && option.why === null) onChoose(option);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive((position) => (position + step + options.length) % Math.max(1, options.length));
    } else if (isSubmitEnter(event)) {
      event.preventDefault();
      choose(current);
    }
  };
  return (
    <Dialog size="lg" onClose={onClose} title={title}>
      <TextInput
        data-autofocus
        label={label}
        description={hint}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-activedescendant={current ? `${listId}-${options.indexOf(current)}` : undefined}
        autoComplete="off"
        maxLength={200}
        rightSection={isSearching ? <Loader size="xs" aria-hidden /> : undefined}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          onText(value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={listId} role="listbox" aria-label={title} className={classes.list}>
        {options.map((one, position) => (
          <li
            key={one.key}
            id={`${listId}-${position}`}
            role="option"
            aria-selected={one === current}
            aria-disabled={one.why !== null || undefined}
            className={classes.option}
            onMouseMove={() => setActive(position)}
            onClick={() => choose(one)}
          >
            <code>{one.mark}</code>
            <span>
              {one.label}
              {one.why !== null && <Text size="xs">{one.why}</Text>}
            </span>
            <small>{one.detail}</small>
          </li>
        ))}
      </ul>
      <div role="status" className={classes.none}>
        {text.trim() !== '' &&
          !isSearching &&
          (options.length === 0 ? t('find.none') : t('find.count', { count: options.length }))}
      </div>
    </Dialog>
  );
}
