import { useState } from 'react';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { cutTo } from '../../../shared/case/itemValue.ts';
import type { Notice } from '../fields/registry.ts';
import light from '../fields/light.module.css';
import { useLimitedText } from '../fields/useLimitedText.ts';
import type { ItemView } from '../session/views.ts';
import { inputIdOf, useEngine } from './context.ts';
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
  const { language, services, session, t } = useEngine();
  const [busy, setBusy] = useState(false);
  const { value, notation } = view.current;
  const id = `${inputIdOf(item, address)}-notation`;
  const limit = item.maxLength;
  const read = () => session.get(address).notation;
  const write = (text: string) => session.setNotation(address, text);
  const { cut, type } = useLimitedText({ id, limit, readOnly, read, write, onNotice });
  const { translate } = services;

  /** Puts the translation in as a step of its own; what stood there, also what was typed meanwhile, can come back. */
  const fill = async (ask: NonNullable<typeof translate>) => {
    setBusy(true);
    onNotice(null);
    try {
      const translated = cutTo(await ask(session.get(address).value ?? ''), limit);
      const before = read() ?? '';
      session.closeStep();
      write(translated);
      session.closeStep();
      onNotice({ message: t('notice.translated'), undo: () => write(before), inputId: id });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      onNotice({ message: t('notice.notTranslated', { why }), inputId: id });
    } finally {
      setBusy(false);
    }
  };

  return (
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
      {translate && !readOnly && (
        <button
          type="button"
          className={light.button}
          // not `disabled`: the focus would be lost
          aria-disabled={busy || value === null}
          onClick={() => {
            if (!busy && value !== null) void fill(translate);
          }}
        >
          {t(busy ? 'translating' : 'translate')}
        </button>
      )}
    </div>
  );
}
