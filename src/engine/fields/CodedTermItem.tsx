import { useState } from 'react';
import { useEngine, attachedItem, termKey } from '../form/context.ts';
import { useResource } from '../form/resource.ts';
import { addressKey } from '../../../shared/case/itemAddress.ts';
import type { LookedUp } from '../services.ts';
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

  const take = (found: LookedUp) => {
    const versionAddress = versionItem && { ...address, itemId: versionItem.itemId };
    if (found.how === 'term') {
      onValue(found.term.code);
      if (versionAddress && found.term.version !== null) session.setValue(versionAddress, found.term.version);
    } else if (found.as === 'code') onValue(found.text);
    else if (textItem) {
      // a text of one's own stands instead of a code
      onValue('');
      if (versionAddress) session.setValue(versionAddress, '');
      session.setValue({ ...address, itemId: textItem.itemId }, found.text);
    }
  };
  const lookUp = async () => {
    const text = textItem ? session.get({ ...address, itemId: textItem.itemId }).value : null;
    const keyword = text ?? term?.term ?? code;
    const found = await services.lookUp({
      ...{ itemId: item.itemId, dictionary, version, keyword },
      codeLength: item.maxLength,
      text: textItem ? { maxLength: textItem.maxLength } : null,
    });
    if (found) session.together(() => take(found));
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
