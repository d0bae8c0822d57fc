/** A text in sentences; of the one under the pointer or the focus, the items that it was written from. */
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { addressKey, parseAddressKey, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import type { ItemValue } from '../../../shared/case/itemValue.ts';
import type { SentenceState } from '../../../shared/narratives/renewNarrative.ts';
import { StatusBadge, type Tone } from '../../components/index.ts';
import type { Language } from '../../i18n/index.ts';
import { valueText } from '../display.ts';
import { useLabels } from '../useLabels.ts';
import { wordsIn } from '../words.ts';
import classes from './Sentences.module.css';

export interface ShownSentence {
  key: string;
  text: string;
  /** of a sentence in a case */
  state?: SentenceState;
  /** what it would read now, where that is something else */
  now?: string;
  /** keys of addresses */
  reads: readonly string[];
}

interface SentencesProps {
  label: string;
  sentences: readonly ShownSentence[];
  catalogue: Catalogue;
  language: Language;
  /** absent where no case is open */
  valueAt?: (address: ItemAddress) => ItemValue | undefined;
  /** names the rows of an address */
  rowOf: (address: ItemAddress) => string;
  /** the page that shows the item */
  linkTo?: (address: ItemAddress) => string | null;
}

const TONES: Readonly<Record<SentenceState, Tone>> = {
  same: 'neutral',
  changed: 'warning',
  gone: 'warning',
  new: 'warning',
  edited: 'neutral',
  editedChanged: 'warning',
};

export function Sentences(props: SentencesProps) {
  const { label, sentences } = props;
  const { t } = useTranslation('narrative');
  const [chosen, setChosen] = useState<string | null>(null);
  const itemsId = useId();
  const shown = sentences.find(({ key }) => key === chosen) ?? sentences[0];
  return (
    <div className={classes.sentences}>
      <ol aria-label={label} className={classes.list}>
        {sentences.map(({ key, text, state, now }) => (
          <li key={key} data-state={state}>
            <button
              type="button"
              className={classes.sentence}
              aria-describedby={shown?.key === key ? itemsId : undefined}
              data-chosen={shown?.key === key || undefined}
              onMouseEnter={() => setChosen(key)}
              onFocus={() => setChosen(key)}
              onClick={() => setChosen(key)}
            >
              {text}
            </button>
            {state && state !== 'same' && (
              <StatusBadge tone={TONES[state]}>{t(`states.${state}`)}</StatusBadge>
            )}
            {now !== undefined && <p className={classes.now}>{t('now', { text: now })}</p>}
          </li>
        ))}
      </ol>
      <div id={itemsId} className={classes.items}>
        {shown && <SentenceItems {...props} reads={shown.reads} />}
      </div>
    </div>
  );
}

function SentenceItems(props: SentencesProps & { reads: readonly string[] }) {
  const { reads, catalogue, language, valueAt, rowOf, linkTo } = props;
  const { t } = useTranslation('narrative');
  const addresses = useMemo(() => reads.flatMap((key) => addressOf(catalogue, key)), [reads, catalogue]);
  const values = addresses.map((address) => valueAt?.(address));
  const stored = JSON.stringify(
    addresses.map(({ itemId }, at) => ({ itemId, value: values[at]?.value ?? null })),
  );
  const labels = useLabels(
    catalogue,
    useMemo(() => JSON.parse(stored) as { itemId: string; value: string | null }[], [stored]),
    language,
  );
  if (addresses.length === 0) return <p className={classes.none}>{t('noItems')}</p>;
  return (
    <dl aria-label={t('writtenFrom')}>
      {addresses.map((address, at) => {
        const item = catalogue.items[address.itemId];
        const value = values[at];
        const name = [item ? wordsIn(item.label, language) : address.itemId, rowOf(address)]
          .filter(Boolean)
          .join(', ');
        const path = linkTo?.(address);
        return (
          <div key={addressKey(address)}>
            <dt>{path ? <Link to={path}>{name}</Link> : name}</dt>
            {valueAt && <dd>{(value && valueText(item, value, labels)) || <i>{t('empty')}</i>}</dd>}
          </div>
        );
      })}
    </dl>
  );
}

/** A stored key may be of an item that no longer exists. */
function addressOf({ items }: Catalogue, key: string): ItemAddress[] {
  if (key.split('|').length !== 4) return [];
  const address = parseAddressKey(key);
  return Object.hasOwn(items, address.itemId) ? [address] : [];
}
