/** Suggested codes as a list box: a digit or an arrow selects one, Enter takes it; its hierarchy is beside it. */
import { useLayoutEffect, useRef, type KeyboardEvent, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataOf, readCodingGroup } from '../../../../shared/contract/index.ts';
import { reasonText, scoreText } from '../../../ai-coding/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { StatusBadge } from '../../../components/index.ts';
import { isComposing, isSubmitEnter, pressedKey } from '../../../keys/index.ts';
import classes from './cockpit.module.css';

type Suggestion = DataOf<typeof readCodingGroup>['suggestions'][number];

/** What keys do beside selecting: letters work while the list has the focus, and nowhere else. */
export interface SuggestionKeys {
  take: () => void;
  lookUp: () => void;
  ask: () => void;
  propose: () => void;
  move: (by: 1 | -1) => void;
}

export interface SuggestionListProps {
  ref: Ref<HTMLDivElement>;
  suggestions: readonly Suggestion[];
  active: number | null;
  keys: SuggestionKeys;
  onActive: (index: number) => void;
}

const idOf = (index: number): string => `cockpit-suggestion-${index}`;
const DIGIT = /^(?:Digit|Numpad)([1-9])$/;

/** From 0: the place of what a digit selects, by the place of its key, since some layouts write digits with Shift. Null: no digit. */
export function placeOfDigit({ code }: Pick<KeyboardEvent, 'code'>): number | null {
  const digit = DIGIT.exec(code)?.[1];
  return digit === undefined ? null : Number(digit) - 1;
}

export function SuggestionList({ ref, suggestions, active, keys, onActive }: SuggestionListProps) {
  const { t } = useTranslation('coding');
  const { t: tReason } = useTranslation('aiCoding');
  const { language } = useRouteContext();
  const last = suggestions.length - 1;
  const select = (index: number) => {
    if (index >= 0 && index <= last) onActive(index);
  };
  const selected = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // in braces: some browsers return a promise, which would be taken for a clean-up
    selected.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  /** Null: none of this list. */
  const actionOf = (event: KeyboardEvent): (() => void) | null => {
    if (isSubmitEnter(event)) return keys.take;
    const place = placeOfDigit(event);
    if (place !== null) return () => select(place);
    switch (event.key) {
      case 'ArrowDown':
        return () => select(active === null ? 0 : active + 1);
      case 'ArrowUp':
        return () => select((active ?? 1) - 1);
      case 'Home':
        return () => select(0);
      case 'End':
        return () => select(last);
    }
    switch (pressedKey(event)) {
      case 'codingLookUp':
        return keys.lookUp;
      case 'codingAsk':
        return keys.ask;
      case 'codingPropose':
        return keys.propose;
      case 'codingNext':
        return () => keys.move(1);
      case 'codingPrevious':
        return () => keys.move(-1);
      default:
        return null;
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || isComposing(event)) return;
    const act = actionOf(event);
    if (!act) return;
    event.preventDefault();
    act();
  };
  const shown = active === null ? undefined : suggestions[active];
  return (
    <div className={classes.suggestions}>
      <div
        ref={ref}
        role="listbox"
        tabIndex={0}
        className={classes.list}
        aria-label={t('cockpit.suggestions')}
        aria-activedescendant={active === null ? undefined : idOf(active)}
        onKeyDown={onKeyDown}
      >
        {suggestions.length === 0 && (
          <p className={classes.nothing} role="option" aria-selected={false} aria-disabled>
            {t('cockpit.nothing')}
          </p>
        )}
        {suggestions.map((one, index) => (
          <div
            key={one.code}
            id={idOf(index)}
            role="option"
            aria-selected={index === active}
            ref={index === active ? selected : undefined}
            className={classes.suggestion}
            onClick={() => onActive(index)}
            onDoubleClick={keys.take}
          >
            <span className={classes.digit} aria-hidden>
              {index < 9 ? index + 1 : ''}
            </span>
            <span className={classes.term}>
              {one.term} <code>{one.code}</code>
              {!one.current && (
                <>
                  {' '}
                  <StatusBadge tone="warning">{t('compare.changes.notCurrent')}</StatusBadge>
                </>
              )}
            </span>
            <span className={classes.why}>
              {scoreText(one, tReason)} · {reasonText(one.reason, language, tReason)}
            </span>
          </div>
        ))}
      </div>
      <div className={classes.hierarchy} role="group" aria-label={t('cockpit.hierarchy')}>
        {shown ? (
          <ol>
            {shown.parents.toReversed().map((parent) => (
              <li key={parent.code}>{parent.term}</li>
            ))}
            <li>
              <strong>{shown.term}</strong>
            </li>
          </ol>
        ) : (
          <p className={classes.nothing}>{t('cockpit.chooseToSee')}</p>
        )}
      </div>
    </div>
  );
}
