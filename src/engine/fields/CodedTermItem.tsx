import { useState } from 'react';
import { useEngine, attachedItem, termKey } from '../page/context.ts';
import { useResource } from '../page/resource.ts';
import { addressKey } from '../../../shared/case/itemAddress.ts';
import { keyText } from '../../keys/index.ts';
import { FailedLoad } from './FailedLoad.tsx';
import { hasControl, type FieldEntry, type FieldProps } from './registry.ts';
import { useTermChoice } from './useTermChoice.ts';
import light from './light.module.css';

/**
 * A code of a dictionary: typed, or chosen in the look-up dialog, which gives the version along, or among recommended
 * ones. The term behind the code is shown below it.
 */
function CodedTermItem({ item, address, current, readOnly, input, onValue }: FieldProps) {
  const { catalogue, services, session, terms, language, t } = useEngine();
  const dictionary = item.dictionary ?? '';
  const code = current.value ?? '';
  const versionItem = attachedItem(catalogue, item.versionItem);
  const version = versionItem ? session.get({ ...address, itemId: versionItem.itemId }).value : null;
  const key = termKey(dictionary, version, code);
  // a half-typed code is not looked up
  const [typing, setTyping] = useState(false);
  const wanted = code !== '' && dictionary !== '' && !typing;
  const { state, data: term = null, problem } = useResource(terms, key, wanted);
  const unknown = version ? t('term.unknownInRelease', { code, version }) : t('term.unknown', { code });
  const choice = useTermChoice({ item, address, onValue, input, code, term });

  return (
    <>
      <div className={light.row}>
        <input
          {...input}
          className={light.input}
          type="text"
          autoComplete="off"
          readOnly={readOnly}
          value={code}
          onChange={(event) => {
            setTyping(true);
            onValue(event.currentTarget.value.trim());
          }}
          onBlur={() => setTyping(false)}
        />
        {!readOnly && (
          <button
            type="button"
            className={light.button}
            data-look-up={addressKey(address)}
            onClick={() => void choice.lookUp()}
          >
            {t('term.lookUp')}
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
      {wanted && problem !== null && <FailedLoad problem={problem} onRetry={() => terms.want(key)} />}
      {wanted && state === 'done' && (
        <div className={light.term}>
          {term ? <strong>{term.term}</strong> : unknown}
          {term && term.parents.length > 0 && ` · ${term.parents.join(' › ')}`}
          {term?.sample && <span className={light.sample}>{t('term.sample')}</span>}
          {term && item.coding?.details && services.showEntry && (
            <button
              type="button"
              className={light.link}
              aria-label={t('term.detailsOf', { term: term.term })}
              onClick={() => void choice.showEntry()}
            >
              {t('term.details')}
            </button>
          )}
        </div>
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
