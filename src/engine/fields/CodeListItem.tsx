import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { Anchored } from '../item/Anchored.tsx';
import { useEngine } from '../page/context.ts';
import { useResource } from '../page/resource.ts';
import { codeOfText, codeText, searchCodes, SHOWN_CODES } from '../../../shared/entry/codeSearch.ts';
import { CodeOptions } from './CodeOptions.tsx';
import { isComposing, isSubmitEnter } from '../../keys/index.ts';
import { LineIcon } from './LineIcon.tsx';
import { hasControl, type FieldEntry, type FieldProps } from './registry.ts';
import light from './light.module.css';

/**
 * One code of a list, shown as code and words. A plain input until it is opened; then a list that the typed text
 * narrows. Tab takes what the text clearly means; anything else is left as it was, or taken as a code where the list
 * is open.
 */
function CodeListItem({ item, current, readOnly, input, onValue, onNotice }: FieldProps) {
  const { codes, t } = useEngine();
  const [query, setQuery] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [touched, setTouched] = useState(false);
  const ref = useRef<HTMLInputElement>(null);
  const { data, problem } = useResource(codes, item.itemId, touched || current.value !== null);

  const all = data?.codes ?? [];
  const isOpen = data?.open ?? false;
  const chosen = all.find(({ code }) => code === current.value);
  const shownText = chosen ? codeText(chosen, data?.shown) : (current.value ?? '');
  const found = open ? searchCodes(all, query ?? '', current.value) : [];
  const shown = found.slice(0, SHOWN_CODES);
  const listId = `${input.id}-list`;
  const pointed = open ? shown[active] : undefined;

  const show = () => {
    if (readOnly || open) return;
    setTouched(true);
    if (data?.cached === false) codes.want(item.itemId, true);
    setOpen(true);
    setActive(
      Math.max(
        0,
        searchCodes(all, '', current.value).findIndex(({ code }) => code === current.value),
      ),
    );
  };
  const close = () => {
    setOpen(false);
    setQuery(null);
  };
  const take = (code: string) => {
    onValue(code);
    onNotice(null);
    close();
  };
  const leave = () => {
    // text typed before the list is loaded is checked when it arrives
    if (query && data === null && problem === null) return setOpen(false);
    if (query === '') onValue('');
    else if (query !== null) {
      const code = codeOfText(all, query, isOpen)?.code ?? (isOpen ? query.trim() : null);
      if (code !== null) onValue(code);
      onNotice(code === null ? { message: t('notice.noCode', { text: query }), stopsActions: true } : null);
    }
    close();
  };

  const onListLoaded = useEffectEvent(() => {
    if (query !== null && document.activeElement !== ref.current) leave();
  });
  useEffect(() => {
    if (data !== null) onListLoaded();
  }, [data]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || readOnly || event.altKey) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!open) show();
      else setActive((index) => Math.min(shown.length - 1, Math.max(0, index + step)));
    } else if (isSubmitEnter(event) && pointed) {
      event.preventDefault();
      take(pointed.code);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      close();
    }
  };

  return (
    <div className={light.withButton}>
      <input
        {...input}
        ref={ref}
        className={light.input}
        type="text"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={pointed ? `${listId}-${active}` : undefined}
        readOnly={readOnly}
        data-draft={query === null ? undefined : ''}
        value={query ?? shownText}
        onFocus={(event) => {
          setTouched(true);
          event.currentTarget.select();
        }}
        onClick={show}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          onNotice(null);
          setOpen(true);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={leave}
      />
      {!readOnly && (
        <button
          type="button"
          tabIndex={-1}
          data-action="openList"
          aria-label={t('codes.open')}
          className={`${light.iconButton} ${light.inside}`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            ref.current?.focus();
            if (open) close();
            else show();
          }}
        >
          <LineIcon width={10} height={6} d="M1 1l4 4 4-4" />
        </button>
      )}
      {open && ref.current && (
        <Anchored anchor={ref.current}>
          <CodeOptions
            listId={listId}
            labelledBy={input['aria-labelledby']}
            codes={shown}
            total={found.length}
            active={active}
            value={current.value}
            loading={data === null && problem === null}
            problem={problem}
            onRetry={() => codes.want(item.itemId)}
            onActive={setActive}
            onTake={take}
          />
        </Anchored>
      )}
    </div>
  );
}

export const codeListField: FieldEntry = {
  name: 'codeList',
  rank: 1,
  test: hasControl('codeList'),
  Component: CodeListItem,
  labels: 'input',
};

/** The version of a dictionary: one of those that are loaded, or another that is typed. */
export const versionField: FieldEntry = {
  name: 'version',
  rank: 2,
  test: (item, appendix) => item.versionOf !== null && hasControl('text')(item, appendix),
  Component: CodeListItem,
  labels: 'input',
};
