import { useMemo } from 'react';
import { atom, useAtomValue } from 'jotai';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { lengthOf } from '../../../shared/case/itemValue.ts';
import { useEngine } from '../page/context.ts';
import { hasControl, type FieldEntry, type FieldProps } from './registry.ts';
import { useLimitedValue } from './useLimitedText.ts';
import { useOwnText } from './useOwnText.ts';
import light from './light.module.css';

const NEAR_LIMIT = 0.9;
/** characters; from here on it is a narrative, not a remark */
const LARGE = 100_000;

/** Text of several lines; grows with what it holds, counts when the limit is near. */
function LongTextItem(props: FieldProps) {
  const { item, address, readOnly, input } = props;
  const { cut, type } = useLimitedValue(props);
  const text = useOwnText<HTMLTextAreaElement>(props);
  const limit = item.maxLength;
  return (
    <>
      <textarea
        {...input}
        {...text}
        className={light.area}
        data-large={(limit ?? 0) >= LARGE || undefined}
        readOnly={readOnly}
        onFocus={cut}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {limit !== null && <Counter address={address} limit={limit} />}
    </>
  );
}

/** Drawn when the limit is near, and only then with each key. */
function Counter({ address, limit }: { address: ItemAddress; limit: number }) {
  const { session } = useEngine();
  const lengthNearLimit = useMemo(() => {
    const view = session.view(address);
    return atom((get) => {
      const text = get(view).current.value ?? '';
      // characters are counted only where there may be many of them
      return text.length > limit * NEAR_LIMIT ? lengthOf(text) : null;
    });
  }, [session, address, limit]);
  const length = useAtomValue(lengthNearLimit);
  if (length === null) return null;
  return (
    <span className={light.counter} data-full={length >= limit || undefined}>
      {length}/{limit}
    </span>
  );
}

export const longTextField: FieldEntry = {
  name: 'longText',
  rank: 1,
  test: hasControl('longText'),
  Component: LongTextItem,
  labels: 'input',
  ownText: true,
};
