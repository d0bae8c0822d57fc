/** What a question means, written down once more in plain code: the other witness of its SQL. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import type { ItemValue } from '../../shared/case/itemValue.ts';
import { caseReader } from '../../shared/expressions/caseReader.ts';
import type { Condition, ItemTest, RowCondition } from '../../shared/query/condition.types.ts';
import { kindOf } from '../../shared/query/itemKind.ts';
import type { CatalogueSource } from '../../server/catalogue/catalogueSource.ts';
import { YES_NO } from '../../server/lists/listColumns.ts';
import { fold } from '../../shared/text/fold.ts';

/** Items of all kinds that questions of tests are about. */
export const COMPARED_ROLES = [
  'reactionVerbatim',
  'reactionTranslation',
  'reactionOutcome',
  'reactionStart',
  'seriousDeath',
  'drugName',
  'drugRole',
  'drugStart',
  'sex',
  'ageNumber',
  'mostRecentInformation',
  'narrative',
  'testName',
  'reporterCountry',
  // what each drug says of a reaction, also one that was deleted
  'expectedness',
  'assessmentResult',
];

/** The codes whose label holds the text of a test. */
type CodesNamed = (test: ItemTest) => readonly string[];

export const codesNamedIn =
  ({ whole, codeLists }: Pick<CatalogueSource, 'whole' | 'codeLists'>): CodesNamed =>
  ({ itemId, values: [text = ''] }) => {
    const { codeList = null, control = '' } = whole.items[itemId] ?? {};
    const codes = ['yesNo', 'trueOnly'].includes(control) ? YES_NO : (codeLists[codeList ?? '']?.codes ?? []);
    const named = codes.filter(({ label: { en, ko, ja, zh } }) =>
      [en, ko, ja, zh].some((word) => fold(word ?? '').includes(fold(text))),
    );
    return named.map(({ code }) => code);
  };

export function answers(
  catalogue: Catalogue,
  content: CaseContent,
  condition: Condition,
  codesNamed: CodesNamed,
): boolean {
  if (condition.kind === 'rows') return rowsAnswer(catalogue, content, condition, codesNamed);
  const parts = condition.conditions.map((part) => answers(catalogue, content, part, codesNamed));
  return condition.joined === 'and' ? parts.every(Boolean) : parts.some(Boolean);
}

function rowsAnswer(
  catalogue: Catalogue,
  content: CaseContent,
  { tests, rows }: RowCondition,
  codesNamed: CodesNamed,
): boolean {
  const reader = caseReader(catalogue, content);
  const group = catalogue.items[tests[0]?.itemId ?? '']?.groups.at(-1);
  const paths = group === undefined ? [[]] : reader.rows(group, []);
  const passing = paths.filter((path) =>
    tests.every((test) => {
      const item = catalogue.items[test.itemId];
      if (item?.groups.at(-1) === group)
        return passes(catalogue, test, reader.item(test.itemId, path), codesNamed);
      // of what is in rows that borrow this one: in any of them, or in none
      const outer = item?.groups.at(-2);
      const pairs = (outer === undefined ? [[]] : reader.rows(outer, [])).map((at) => [...at, ...path]);
      const found = pairs.map((at) => passes(catalogue, test, reader.item(test.itemId, at), codesNamed));
      return NEGATIONS.has(test.operator) ? found.every(Boolean) : found.some(Boolean);
    }),
  ).length;
  if (rows.of === 'any') return passing > 0;
  if (rows.of === 'all') return paths.length > 0 && passing === paths.length;
  return passing >= (rows.min ?? 0) && passing <= (rows.max ?? Infinity);
}

const NEGATIONS = new Set(['NOT_EQ', 'NOT_LIKE', 'NULL']);

function passes(
  catalogue: Catalogue,
  test: ItemTest,
  found: ItemValue | undefined,
  codesNamed: CodesNamed,
): boolean {
  const { operator, values, nullFlavors, itemId } = test;
  const item = catalogue.items[itemId];
  if (!item) throw new Error(itemId);
  const texts = [found?.value ?? null, item.notation ? (found?.notation ?? null) : null].filter(
    (text) => text !== null,
  );
  const equals = (): boolean => {
    if (found?.nullFlavor && nullFlavors.includes(found.nullFlavor)) return true;
    switch (kindOf(item)) {
      case 'code':
        return values.includes(found?.value ?? '');
      case 'date':
        return values.some((value) => touches(found?.value ?? '', value, value));
      case 'number':
        return values.some((value) => texts.some((text) => isNumber(text) && Number(text) === Number(value)));
      case 'text':
        return values.some((value) => texts.some((text) => fold(text) === fold(value)));
    }
  };
  const contains = () =>
    texts.some((text) => fold(text).includes(fold(values[0] ?? ''))) ||
    codesNamed(test).includes(found?.value ?? '');
  switch (operator) {
    case 'EQ':
    case 'IN':
      return equals();
    case 'NOT_EQ':
      return !equals();
    case 'LIKE':
      return contains();
    case 'NOT_LIKE':
      return !contains();
    case 'NULL':
      return !found?.value;
    case 'NOT_NULL':
      return Boolean(found?.value);
    case 'RANGE': {
      const [from = '', to = ''] = values;
      const value = found?.value ?? '';
      if (kindOf(item) === 'date') return touches(value, from, to);
      if (!isNumber(value)) return false;
      return (from === '' || Number(value) >= Number(from)) && (to === '' || Number(value) <= Number(to));
    }
  }
}

const isNumber = (text: string): boolean => /^[-+]?\d+([.]\d+)?$/.test(text);

/** Whether the time that a partial date means and the range have a moment in common. */
function touches(date: string, from: string, to: string): boolean {
  if (!/^\d{4}/.test(date)) return false;
  const digits = date.replace(/[^\d].*$/, '').slice(0, 8);
  const [first, last] = [digits.padEnd(8, '0'), digits.padEnd(8, '9')];
  return last >= from.padEnd(8, '0') && first <= (to === '' ? '99999999' : to.padEnd(8, '9'));
}
