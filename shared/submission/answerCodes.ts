/** Codes of digits in answers: which item and rows they name, and what is wrong with it. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { AnswerCodesSource, LocalizedText } from '../../schemas/compile/sources.types.ts';

/** Those of the authority of a region. */
export const answerCodesOf = (
  { receivers }: Pick<Catalogue, 'receivers'>,
  region: string,
): AnswerCodesSource | undefined =>
  receivers.find((one) => one.type === 'authority' && one.region === region)?.answerCodes;

export interface AnswerCode {
  /** as written */
  digits: string;
  /** the group of items, such as `C`; null: it is about the whole file */
  section: string | null;
  /** number of the item in its section, as the authority counts; null: of the whole file */
  itemNumber: number | null;
  /** null: the item of the number is not known */
  itemId: string | null;
  /** places of rows, counted from 1, from the outermost on */
  rows: readonly number[];
  error: string;
  /** what the error is; null: not known */
  words: LocalizedText | null;
}

/** Section, two digits of the item, 0, two digits each of the outer and the inner row, three of the error. */
const CODE = /(?<!\d)(\d)(\d\d)0(\d\d)(\d\d)(\d{3})(?!\d)/g;
const WHOLE_FILE = '00000000';

/** The codes of a text in their order; none where the authority answers in words. */
export function answerCodesIn(text: string, spec: AnswerCodesSource | undefined): AnswerCode[] {
  if (!spec) return [];
  return [...text.matchAll(CODE)].map(
    ([digits, section = '', item = '', outer = '', inner = '', error = '']) => {
      const words = spec.errors[error] ?? null;
      if (digits.startsWith(WHOLE_FILE))
        return { digits, section: null, itemNumber: null, itemId: null, rows: [], error, words };
      return {
        digits,
        section: spec.sections[section] ?? section,
        itemNumber: Number(item),
        itemId: spec.items?.[`${section}${item}`] ?? null,
        rows: [Number(outer), Number(inner)].filter((row) => row > 0),
        error,
        words,
      };
    },
  );
}
