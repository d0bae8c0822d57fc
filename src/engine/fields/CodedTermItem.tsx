import { useState, type CSSProperties } from 'react';
import { useEngine, attachedItem, termKey } from '../page/context.ts';
import { useResource } from '../page/resource.ts';
import { addressKey } from '../../../shared/case/itemAddress.ts';
import { keyText } from '../../keys/index.ts';
import { SeverityIcon } from '../item/SeverityIcon.tsx';
import type { Term } from '../services.ts';
import { FailedLoad } from './FailedLoad.tsx';
import { LineIcon } from './LineIcon.tsx';
import { hasControl, type FieldEntry, type FieldProps } from './registry.ts';
import { useDictionary } from './useDictionary.ts';
import { useTermChoice } from './useTermChoice.ts';
import { useTextChanged } from './useTextChanged.ts';
import classes from './codedTerm.module.css';
import light from './light.module.css';

/**
 * A code of a dictionary: typed, or chosen in the look-up dialog, which gives the version along, or among recommended
 * ones. The term behind the code is what is read first, beside it or, in a narrow field, below it.
 */
function CodedTermItem({ item, address, current, readOnly, input, onValue }: FieldProps) {
  const { catalogue, services, session, terms, language, t } = useEngine();
  const dictionary = useDictionary(item, address);
  const code = current.value ?? '';
  const versionItem = attachedItem(catalogue, item.versionItem);
  const version = versionItem ? session.get({ ...address, itemId: versionItem.itemId }).value : null;
  const key = termKey(dictionary, version, code);
  /** as it is typed, until the field is left; null: the code is shown */
  const [typed, setTyped] = useState<string | null>(null);
  // a half-typed code is not looked up, and has the room of the term
  const isWhole = code !== '' && typed === null;
  const wanted = isWhole && dictionary !== '';
  const { state, data: term = null, problem } = useResource(terms, key, wanted);
  const unknown = version ? t('term.unknownInRelease', { code, version }) : t('term.unknown', { code });
  const choice = useTermChoice({ item, address, dictionary, code, term });
  const details = item.coding?.details && services.showEntry ? () => void choice.showEntry() : null;

  const isCoded = wanted && state === 'done';
  const isTextChanged = useTextChanged(item, address);
  const meaningId = `${input.id}-meaning`;
  const changedId = `${input.id}-text-changed`;
  const describedBy = [input['aria-describedby'], isCoded && meaningId, isTextChanged && changedId]
    .filter(Boolean)
    .join(' ');
  const style: CSSProperties & Record<`--${string}`, number> = { '--code-length': code.length };

  return (
    <div className={classes.field}>
      <div className={classes.line} data-coded={isWhole ? '' : undefined} style={style}>
        <input
          {...input}
          aria-describedby={describedBy || undefined}
          className={`${light.input} ${classes.code}`}
          type="text"
          autoComplete="off"
          readOnly={readOnly}
          // a space is gone when the field is left: the next word is to be typed behind it
          value={typed?.trim() === code ? typed : code}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            onValue(event.currentTarget.value.trim());
          }}
          onBlur={() => setTyped(null)}
        />
        <div id={meaningId} className={classes.meaning}>
          {isCoded && <Meaning term={term} unknown={unknown} onDetails={details} />}
        </div>
        {!readOnly && (
          <button
            type="button"
            className={`${light.button} ${classes.lookUp}`}
            data-look-up={addressKey(address)}
            onClick={() => void choice.lookUp()}
          >
            <LineIcon d="M5 1a4 4 0 1 0 0 8a4 4 0 0 0 0 -8M8 8L11 11" />
            <span>{t('term.lookUp')}</span>
          </button>
        )}
        {!readOnly && item.coding?.recommended && services.recommend && (
          <button
            type="button"
            className={light.button}
            data-action="recommend"
            aria-label={t('term.recommendFor', { label: item.label[language] })}
            title={t('term.recommendKeys', { keys: keyText('recommend') })}
            onClick={() => void choice.recommend()}
          >
            {t('term.recommend')}
          </button>
        )}
      </div>
      {isCoded && term && term.parents.length > 0 && (
        <div className={classes.parents} data-whole-in-use>
          {term.parents.join(' › ')}
        </div>
      )}
      {isTextChanged && (
        <div id={changedId} className={classes.textChanged}>
          <SeverityIcon severity="warning" /> {t('term.textChanged')}
        </div>
      )}
      {wanted && problem !== null && <FailedLoad problem={problem} onRetry={() => terms.want(key)} />}
    </div>
  );
}

interface MeaningProps {
  /** null: the dictionary has none */
  term: Term | null;
  unknown: string;
  /** null: there is nothing more to show */
  onDetails: (() => void) | null;
}

/** The term behind a code. */
function Meaning({ term, unknown, onDetails }: MeaningProps) {
  const { t } = useEngine();
  if (!term) return <span className={classes.unknown}>{unknown}</span>;
  return (
    <>
      <strong>{term.term}</strong>
      {term.sample && <span className={light.sample}>{t('term.sample')}</span>}
      {onDetails && (
        <button
          type="button"
          className={light.link}
          aria-label={t('term.detailsOf', { term: term.term })}
          onClick={onDetails}
        >
          {t('term.details')}
        </button>
      )}
    </>
  );
}

export const codedTermField: FieldEntry = {
  name: 'codedTerm',
  rank: 1,
  test: hasControl('codedTerm'),
  Component: CodedTermItem,
  labels: 'input',
};
