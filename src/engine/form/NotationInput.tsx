import { useState } from 'react';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import type { Notice } from '../fields/registry.ts';
import light from '../fields/light.module.css';
import type { ItemView } from '../session/cells.ts';
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
  const { translate } = services;

  const fill = async (text: string) => {
    if (!translate) return;
    setBusy(true);
    try {
      session.setNotation(address, (await translate(text)).slice(0, item.maxLength ?? undefined));
    } catch (error) {
      onNotice({ message: error instanceof Error ? error.message : String(error) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={styles.notation}>
      <textarea
        id={`${inputIdOf(item, address)}-notation`}
        rows={1}
        className={light.area}
        aria-label={t('notationOf', { label: item.label[language] })}
        placeholder={t('notation')}
        maxLength={item.maxLength ?? undefined}
        readOnly={readOnly}
        value={notation ?? ''}
        onChange={(event) => session.setNotation(address, event.currentTarget.value)}
      />
      {translate && !readOnly && (
        <button
          type="button"
          className={light.button}
          disabled={busy || value === null}
          onClick={() => void fill(value ?? '')}
        >
          {t(busy ? 'translating' : 'translate')}
        </button>
      )}
    </div>
  );
}
