/** What is asked of a list dialog, and what it answers: keyword, further fields, page. Gone with the dialog. */
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
  ListRow,
} from './listDialog.types.ts';

/** Specification 2-dialogs section 9. */
const FIRST_PAGE: Paging = { pageNo: 1, rowCount: 10 };
const NO_ROWS: readonly ListRow[] = [];
const Y = 'Y';

interface Asked {
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
  /** fewest characters, where what was asked for has fewer */
  tooShort: number | null;
  /** null: nothing was asked for */
  found: ListFound | null;
  rows: readonly ListRow[];
  paging: Paging;
  setPaging: (paging: Paging) => void;
  loading: boolean;
  error: unknown;
}

/**
 * The search of one opened dialog. A keyword counts when it is searched for, what is set beside it at once.
 *
 * @param wanted false: nothing is asked, since something else is shown
 */
export function useListSearch(
  { id, search, minLength, exactMatch, fields: further = [] }: ListDialogDescriptor,
  begin: Pick<ListDialogOptions, 'keyword' | 'fields'>,
  wanted = true,
): ListSearch {
  const [typed, setTyped] = useState(begin.keyword ?? '');
  const [asked, setAsked] = useState<Asked>({
    keyword: typed.trim(),
    exact: false,
    fields: { ...firstChoices(further), ...begin.fields },
  });
  const [paging, setPaging] = useState(FIRST_PAGE);
  const { keyword, exact, fields } = asked;
  const asks = minLength === undefined || isLongEnough(keyword, minLength);
  const question = { ...asked, exact: exact && exactMatch === true, fields: filled(fields), ...paging };
  const answer = useQuery({
    queryKey: ['listDialog', id, question],
    queryFn: ({ signal }) => search(question, signal),
    enabled: asks && wanted,
    placeholderData: keepPreviousData,
    // closing clears its rows (specification 2-dialogs section 1)
    gcTime: 0,
    meta: { ownFailure: true },
  });
  const ask = (next: Partial<Asked>) => {
    setAsked({ ...asked, ...next });
    setPaging({ ...paging, pageNo: 1 });
  };
  const found = asks && wanted ? (answer.data ?? null) : null;
  return {
    typed,
    type: setTyped,
    exact,
    setExact: (next) => ask({ exact: next }),
    fields,
    setField: (key, value) => ask({ fields: { ...fields, [key]: value } }),
    search: (text = typed) => {
      setTyped(text);
      ask({ keyword: text.trim() });
    },
    tooShort: !asks && minLength && keyword !== '' ? minLengthOf({ minLength }, keyword) : null,
    found,
    rows: found?.rows ?? NO_ROWS,
    paging,
    setPaging,
    loading: answer.isFetching,
    error: asks && wanted ? answer.error : null,
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
