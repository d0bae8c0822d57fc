import { useState } from 'react';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import type { Notice } from '../fields/registry.ts';
import light from '../fields/light.module.css';
import { useLimitedText } from '../fields/useLimitedText.ts';
import type { ItemView } from '../session/views.ts';
import { notationIdOf, useEngine } from '../page/context.ts';
import { hasSides } from '../page/shortcuts.ts';
import { TranslatorNote } from './TranslatorNote.tsx';
import { useTranslate } from './useTranslate.ts';
import styles from './form.module.css';

interface NotationInputProps {
  item: CatalogueItem;
  address: ItemAddress;
  view: ItemView;
  readOnly: boolean;
  onNotice: (notice: Notice | null) => void;
}

/** The same text in a second language, typed or translated. */
export function NotationInput({ item, address, view, readOnly, onNotice }: NotationInputProps) {
  const { language, session, t } = useEngine();
  const { value, notation } = view.current;
  const id = notationIdOf(item, address);
  const limit = item.maxLength;
  const read = () => session.get(address).notation;
  const stored = () => session.original(address).notation;
  const write = (text: string) => session.setNotation(address, text);
  const { cut, type } = useLimitedText({ id, limit, readOnly, read, stored, write, onNotice });
  const { busy, available, translate } = useTranslate(address, limit);
  const [explained, setExplained] = useState(false);

  const fill = () => {
    onNotice(null);
    return translate({
      texts: [session.get(address).value ?? ''],
      combine: ([text = '']) => text,
      onTranslated: (before) =>
        onNotice({ message: t('notice.translated'), undo: () => write(before), inputId: id }),
      onFailure: (message) => onNotice({ message, inputId: id }),
    });
  };
  const press = () => {
    if (!available) setExplained(!explained);
    else if (!busy && value !== null) void fill();
  };

  return (
    <>
      <div className={styles.notation}>
        <textarea
          id={id}
          rows={1}
          className={light.area}
          aria-label={t('notationOf', { label: item.label[language] })}
          aria-busy={busy || undefined}
          placeholder={t('notation')}
          readOnly={readOnly}
          value={notation ?? ''}
          onFocus={cut}
          onChange={(event) => type(event.currentTarget.value)}
        />
        {!readOnly && item.notation && (
          <button
            type="button"
            className={light.button}
            // not `disabled`: the focus would be lost
            aria-disabled={available && (busy || value === null)}
            aria-expanded={available ? undefined : explained}
            aria-controls={explained ? `${id}-none` : undefined}
            onClick={press}
          >
            {t(busy ? 'translating' : 'translate')}
          </button>
        )}
        {hasSides(item) && (
          <button type="button" className={light.button} data-action="translationPane">
            {t('translationPane.open')}
          </button>
        )}
      </div>
      {explained && <TranslatorNote id={`${id}-none`} />}
    </>
  );
}
