import { useEffect, useRef } from 'react';
import { useEngine } from '../page/context.ts';
import type { Code } from '../../../shared/entry/codeSearch.ts';
import { FailedLoad } from './FailedLoad.tsx';
import light from './light.module.css';

interface CodeOptionsProps {
  listId: string;
  labelledBy: string;
  codes: readonly Code[];
  /** how many there are, of which `codes` are the first */
  total: number;
  active: number;
  value: string | null;
  loading: boolean;
  problem: string | null;
  onRetry: () => void;
  onActive: (index: number) => void;
  onTake: (code: string) => void;
}

/** The open list of a code field. The focus stays in the input. */
export function CodeOptions(props: CodeOptionsProps) {
  const { listId, labelledBy, codes, total, active, value, loading, problem, onRetry, onActive, onTake } =
    props;
  const { t } = useEngine();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active, codes.length]);

  if (problem !== null) return <FailedLoad problem={problem} onRetry={onRetry} />;
  return (
    // the input must not lose the focus, not even to the scroll bar
    <div onMouseDown={(event) => event.preventDefault()}>
      <ul ref={list} id={listId} role="listbox" aria-labelledby={labelledBy} className={light.listbox}>
        {codes.map(({ code, label }, index) => (
          <li
            key={code}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={code === value}
            data-active={index === active || undefined}
            className={light.option}
            onMouseMove={() => onActive(index)}
            onClick={() => onTake(code)}
          >
            <span className={light.optionCode}>{code}</span>
            <span className={light.optionLabel}>{label}</span>
          </li>
        ))}
      </ul>
      <div role="status" className={light.note} hidden={!loading && total > 0 && total <= codes.length}>
        {loading
          ? t('load.loading')
          : total === 0
            ? t('codes.none')
            : t('codes.more', { shown: codes.length, total })}
      </div>
    </div>
  );
}
