import { useRef, useState, type KeyboardEvent } from 'react';
import { Anchored } from '../item/Anchored.tsx';
import { useEngine } from '../page/context.ts';
import { useResource, type Loaded } from '../page/resource.ts';
import type { CodeList } from '../services.ts';
import { codeOfText, codeText, searchCodes, SHOWN_CODES } from '../../../shared/entry/codeSearch.ts';
import { CodeOptions } from './CodeOptions.tsx';
import { isComposing, isSubmitEnter } from '../../keys/index.ts';
import { LineIcon } from './LineIcon.tsx';
import { hasControl, type FieldEntry, type FieldProps } from './registry.ts';
import { useLateEntry } from './useLateEntry.ts';
import light from './light.module.css';

/**
 * One code of a list, shown as code and words. A plain input until it is opened; then a list that the typed text
 * narrows. Tab takes what the text clearly means; anything else is left as it was, or taken as a code where the list
 * is open.
 */
function CodeListItem(props: FieldProps) {
  const { item, current, readOnly, input, onValue, onNotice } = props;
  const { codes, session, t } = useEngine();
  const late = useLateEntry(props);
  const [query, setQuery] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [touched, setTouched] = useState(false);
  const ref = useRef<HTMLInputElement>(null);
  const loaded = useResource(codes, item.itemId, touched || current.value !== null);
  const { data, problem } = loaded;

  const all = data?.codes ?? [];
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
    late.forget();
    setOpen(false);
    setQuery(null);
  };
  const take = (code: string) => {
    onValue(code);
    onNotice(null);
    close();
  };
  /** Takes a text as what it means in the list; what means nothing is dropped, with a message. */
  const read = (
    text: string,
    list: Loaded<CodeList>,
    { write, tell }: { write: (code: string) => void; tell: typeof onNotice },
  ) => {
    const code = codeTyped(text, list.data);
    if (code !== null) write(code);
    const { problem } = list;
    const message = problem === null ? t('notice.noCode', { text }) : t('notice.noList', { text, problem });
    tell(code === null ? { message, stopsActions: true } : null);
    setQuery(null);
  };
  const leave = () => {
    setOpen(false);
    if (query === null) return;
    if (query === '' || data !== null || problem !== null)
      return read(query, loaded, { write: onValue, tell: onNotice });
    late.expect({
      arrives: codes.ended(item.itemId),
      take: (list, place, tell) =>
        read(query, list, { write: (code) => session.setValue(place, code), tell }),
    });
  };

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
          late.forget();
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

/** The code that a text means; as it is, where the list is open to others. Null: none. */
function codeTyped(text: string, list: CodeList | null): string | null {
  if (text === '') return '';
  if (list === null) return null;
  return codeOfText(list.codes, text, list.open)?.code ?? (list.open ? text.trim() : null);
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
