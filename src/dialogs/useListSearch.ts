/** State and results of the search in a list dialog: keyword, further fields, page. Discarded with the dialog. */
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Paging } from '../components/index.ts';
import { minLengthOf } from '../../schemas/compile/dictionaries.ts';
import { isLongEnough } from '../../shared/text/keywordLength.ts';
import type {
  ListDialogDescriptor,
  ListDialogField,
  ListDialogOptions,
  ListFound,
  ListQuestion,
  ListRow,
} from './listDialog.types.ts';

/** Who types pauses no longer than this between letters. */
const PAUSE_MS = 350;
/** Specification 2-dialogs section 9. */
const FIRST_PAGE: Paging = { pageNo: 1, rowCount: 10 };
const NO_ROWS: readonly ListRow[] = [];
const Y = 'Y';

interface SearchRequest {
  keyword: string;
  exact: boolean;
  fields: Readonly<Record<string, string>>;
}

export interface ListSearch {
  /** what is typed and set now */
  typed: string;
  type: (text: string) => void;
  exact: boolean;
  setExact: (exact: boolean) => void;
  fields: Readonly<Record<string, string>>;
  setField: (key: string, value: string) => void;
  /** searches for what is typed, or for this */
  search: (keyword?: string) => void;
  /** the rows are those of the typed keyword, and the user has asked for them rather than only typed */
  settled: boolean;
  /** minimum length, if the keyword is shorter */
  tooShort: number | null;
  /** what was searched for last */
  question: ListQuestion;
  /** null: no search was made */
  found: ListFound | null;
  rows: readonly ListRow[];
  paging: Paging;
  setPaging: (paging: Paging) => void;
  loading: boolean;
  error: unknown;
}

/**
 * The search of one opened dialog. What is set beside the keyword counts at once, a keyword when its typing pauses or when it
 * is searched for.
 *
 * @param enabled false: nothing is asked, since something else is shown
 */
export function useListSearch(
  { id, search, minLength, exactMatch, fields: further = [] }: ListDialogDescriptor,
  begin: Pick<ListDialogOptions, 'keyword' | 'fields'>,
  enabled = true,
): ListSearch {
  const [typed, setTyped] = useState(begin.keyword ?? '');
  /** what the user searched for last, or what the dialog was opened with */
  const [submitted, setSubmitted] = useState(typed.trim());
  const [request, setRequest] = useState<SearchRequest>({
    keyword: typed.trim(),
    exact: false,
    fields: { ...firstChoices(further), ...begin.fields },
  });
  const [paging, setPaging] = useState(FIRST_PAGE);
  const { keyword, exact, fields } = request;
  const asks = minLength === undefined || isLongEnough(keyword, minLength);
  const question = { ...request, exact: exact && exactMatch === true, fields: filled(fields), ...paging };
  const answer = useQuery({
    queryKey: ['listDialog', id, question],
    queryFn: ({ signal }) => search(question, signal),
    enabled: asks && enabled,
    placeholderData: keepPreviousData,
    // closing clears its rows (specification 2-dialogs section 1)
    gcTime: 0,
    meta: { ownFailure: true },
  });
  const ask = (next: Partial<SearchRequest>) => {
    setRequest({ ...request, ...next });
    setPaging({ ...paging, pageNo: 1 });
  };
  const askTyped = useDebouncedCallback((text: string) => {
    // what is recommended stays until the user searches
    if (enabled) ask({ keyword: text });
  }, PAUSE_MS);
  const found = asks && enabled ? (answer.data ?? null) : null;
  return {
    typed,
    type: (text) => {
      setTyped(text);
      askTyped(text.trim());
    },
    exact,
    setExact: (next) => ask({ exact: next }),
    fields,
    setField: (key, value) => ask({ fields: { ...fields, [key]: value } }),
    search: (text = typed) => {
      askTyped.cancel();
      setTyped(text);
      setSubmitted(text.trim());
      ask({ keyword: text.trim() });
    },
    question,
    settled:
      submitted !== '' && submitted === typed.trim() && keyword === submitted && !answer.isPlaceholderData,
    tooShort: !asks && minLength && keyword !== '' ? minLengthOf({ minLength }, keyword) : null,
    found,
    rows: found?.rows ?? NO_ROWS,
    paging,
    setPaging,
    loading: answer.isFetching,
    error: asks && enabled ? answer.error : null,
  };
}

/** A choice begins with the first there is (specification 2-dialogs section 9). */
const firstChoices = (fields: readonly ListDialogField[]): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((field) =>
      field.kind === 'choice' && field.options[0] ? [[field.key, field.options[0].value]] : [],
    ),
  );

/** Only what is set is sent. */
const filled = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));

/** Is a tick set? */
export const isTicked = (value: string | undefined): boolean => value === Y;
export const tickValue = (ticked: boolean): string => (ticked ? Y : '');
