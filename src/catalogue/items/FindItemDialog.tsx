import { TextInput } from '@mantine/core';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue, CataloguePage } from '../../../schemas/compile/catalogue.types.ts';
import { wordsIn } from '../words.ts';
import { Dialog } from '../../components/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { isComposing, isSubmitEnter } from '../../keys/index.ts';
import { findItems, itemQuery, type FoundItem } from './itemSearch.ts';
import classes from './FindItemDialog.module.css';

export interface FindItemDialogProps {
  catalogue: Catalogue;
  /** the pages whose items are searched */
  shown: readonly CataloguePage[];
  title: string;
  hint: string;
  /** `place`: the n-th row, where the user asked for one */
  onChoose: (found: FoundItem, position: number | null) => void;
  onClose: () => void;
}

/** Asks for an item by id or words; the answers are a list that the arrows walk while the typing goes on. */
export function FindItemDialog({ catalogue, shown, title, hint, onChoose, onClose }: FindItemDialogProps) {
  const { t } = useTranslation('findings');
  const { language } = useRouteContext();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const query = useMemo(() => itemQuery(text), [text]);
  const found = useMemo(
    () => findItems(catalogue, shown, language, query),
    [catalogue, shown, language, query],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive((position) => (position + step + found.length) % Math.max(1, found.length));
    } else if (isSubmitEnter(event)) {
      event.preventDefault();
      const chosen = found[active];
      if (chosen) onChoose(chosen, query.place);
    }
  };
  return (
    <Dialog size="lg" onClose={onClose} title={title}>
      <TextInput
        data-autofocus
        label={t('goTo.label')}
        description={hint}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-activedescendant={found[active] ? `${listId}-${active}` : undefined}
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={listId} role="listbox" aria-label={title} className={classes.list}>
        {found.map((one, position) => (
          <li
            key={one.item.itemId}
            id={`${listId}-${position}`}
            role="option"
            aria-selected={position === active}
            className={classes.option}
            onMouseMove={() => setActive(position)}
            onClick={() => onChoose(one, query.place)}
          >
            <code>{one.item.itemId}</code>
            <span>{wordsIn(one.item.label, language)}</span>
            <small>
              {[one.page.label, ...one.groups.flatMap((group) => catalogue.groups[group]?.label ?? [])]
                .map((words) => wordsIn(words, language))
                .join(' › ')}
            </small>
          </li>
        ))}
      </ul>
      <div role="status" className={classes.none}>
        {query.words.length > 0 &&
          (found.length === 0 ? t('goTo.none') : t('goTo.count', { count: found.length }))}
      </div>
    </Dialog>
  );
}
