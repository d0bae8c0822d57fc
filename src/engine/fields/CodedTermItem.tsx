import { useState } from 'react';
import { useEngine, attachedItem, termKey } from '../form/context.ts';
import { useResource } from '../form/resource.ts';
import { addressKey } from '../../../shared/case/itemAddress.ts';
import { FailedLoad } from './FailedLoad.tsx';
import { hasControl, type FieldEntry, type FieldProps } from './registry.ts';
import light from './light.module.css';

/**
 * A code of a dictionary: typed, or chosen in the look-up dialog, which gives the version along. The term behind the
 * code is shown below it.
 */
function CodedTermItem({ item, address, current, readOnly, input, onValue }: FieldProps) {
  const { catalogue, services, session, terms, t } = useEngine();
  const dictionary = item.dictionary ?? '';
  const code = current.value ?? '';
  const versionItem = attachedItem(catalogue, item.versionItem);
  const textItem = attachedItem(catalogue, item.textItem);
  const version = versionItem ? session.get({ ...address, itemId: versionItem.itemId }).value : null;
  const key = termKey(dictionary, version, code);
  // a half-typed code is not asked for
  const [typing, setTyping] = useState(false);
  const wanted = code !== '' && dictionary !== '' && !typing;
  const { state, data: term, problem } = useResource(terms, key, wanted);

  const lookUp = async () => {
    const text = textItem ? session.get({ ...address, itemId: textItem.itemId }).value : null;
    const keyword = text ?? term?.term ?? code;
    const found = await services.lookUp({ itemId: item.itemId, dictionary, version, keyword });
    if (found) {
      session.together(() => {
        onValue(found.code);
        if (versionItem && found.version !== null)
          session.setValue({ ...address, itemId: versionItem.itemId }, found.version);
      });
    }
    document.getElementById(input.id)?.focus();
  };

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
            onClick={() => void lookUp()}
          >
            {t('term.lookUp')}
          </button>
        )}
      </div>
      {wanted && problem !== null && <FailedLoad problem={problem} onRetry={() => terms.want(key)} />}
      {wanted && state === 'done' && (
        <div className={light.term}>
          {term ? <strong>{term.term}</strong> : t('term.unknown', { code })}
          {term && term.parents.length > 0 && ` · ${term.parents.join(' › ')}`}
          {term?.sample && <span className={light.sample}>{t('term.sample')}</span>}
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
