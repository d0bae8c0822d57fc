/** What is wrong with a question, and where: the same in the browser while it is built and on the server before it is asked. */
import { SEES_ALL, type Sight } from '../blinding/sight.ts';
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { parseDate } from '../dates/partialDate.ts';
import {
  MAX_CONDITION_DEPTH,
  MAX_ROW_COUNT,
  MAX_TESTS,
  testsOf,
  type CaseQuestion,
  type Condition,
  type ConditionPath,
  type ItemTest,
  type RowCondition,
} from './condition.types.ts';
import {
  borrows,
  isSelectable,
  kindOf,
  operatorsOf,
  takesNullFlavors,
  valueCount,
  type ItemKind,
} from './itemKind.ts';

type ConditionFaultCode =
  | 'empty'
  | 'tooDeep'
  | 'tooMany'
  | 'unknownItem'
  | 'blindedItem'
  | 'otherOperator'
  | 'noValue'
  | 'noDate'
  | 'noNumber'
  | 'fromAfterTo'
  | 'unknownNullFlavor'
  | 'otherGroup'
  | 'noRows'
  | 'noCount'
  | 'noDay';

export interface ConditionFault {
  path: ConditionPath;
  fault: ConditionFaultCode;
  /** empty where the fault is not one of an item */
  itemId: string;
}

/** The faults in the order of the tree; none: it can be asked. */
export function checkCondition(condition: Condition, catalogue: Catalogue, reader: Sight): ConditionFault[] {
  const faults = faultsOf(condition, [], { catalogue, reader });
  return testsOf(condition).length > MAX_TESTS
    ? [{ path: [], fault: 'tooMany', itemId: '' }, ...faults]
    : faults;
}

/** Those of its condition, and of its day. */
export function checkQuestion(
  { condition, asAt = null }: CaseQuestion,
  catalogue: Catalogue,
  reader: Sight,
): ConditionFault[] {
  const faults = checkCondition(condition, catalogue, reader);
  const isDay = asAt === null || (DAY.test(asAt) && parseDate(asAt).ok);
  return isDay ? faults : [...faults, { path: [], fault: 'noDay', itemId: '' }];
}

const DAY = /^\d{8}$/;

interface Check {
  catalogue: Catalogue;
  reader: Sight;
}

function faultsOf(condition: Condition, path: ConditionPath, check: Check): ConditionFault[] {
  if (condition.kind === 'rows') return rowFaults(condition, path, check);
  if (path.length >= MAX_CONDITION_DEPTH) return [{ path, fault: 'tooDeep', itemId: '' }];
  if (condition.conditions.length === 0) return [{ path, fault: 'empty', itemId: '' }];
  return condition.conditions.flatMap((part, index) => faultsOf(part, [...path, index], check));
}

function rowFaults({ tests, rows }: RowCondition, path: ConditionPath, check: Check): ConditionFault[] {
  if (tests.length === 0) return [{ path, fault: 'empty', itemId: '' }];
  const { items } = check.catalogue;
  const first = items[tests[0]?.itemId ?? ''];
  const group = first?.groups.at(-1);
  const faults = tests.flatMap((test, index): ConditionFault[] => {
    const fault = testFault(test, check);
    const at = { path: [...path, index], itemId: test.itemId };
    if (fault) return [{ ...at, fault }];
    // several tests are about the same row: without rows there is none
    const item = items[test.itemId];
    const isElsewhere =
      index > 0 &&
      (group === undefined ||
        !item ||
        (item.groups.at(-1) !== group && !borrows(item, check.catalogue, group)));
    return isElsewhere ? [{ ...at, fault: 'otherGroup' }] : [];
  });
  const quantity = first && quantityFault(rows, group);
  return quantity ? [...faults, { path, fault: quantity, itemId: first.itemId }] : faults;
}

function quantityFault({ of, min, max }: RowCondition['rows'], group: string | undefined) {
  if (of === 'any') return null;
  if (group === undefined) return 'noRows';
  if (of === 'all') return null;
  const given = [min, max].filter((one) => one !== null);
  if (given.length === 0 || !given.every(isCount)) return 'noCount';
  return min !== null && max !== null && min > max ? 'fromAfterTo' : null;
}

const isCount = (count: number): boolean => Number.isInteger(count) && count >= 0 && count <= MAX_ROW_COUNT;

function testFault(test: ItemTest, { catalogue, reader }: Check): ConditionFaultCode | null {
  const item = catalogue.items[test.itemId];
  if (!item || !isSelectable(item, catalogue, SEES_ALL)) return 'unknownItem';
  if (!isSelectable(item, catalogue, reader)) return 'blindedItem';
  if (!operatorsOf(item).includes(test.operator)) return 'otherOperator';
  return nullFlavorFault(test, item) ?? valuesFault(test, kindOf(item));
}

function nullFlavorFault(
  { operator, nullFlavors }: ItemTest,
  item: CatalogueItem,
): ConditionFaultCode | null {
  if (nullFlavors.length === 0) return null;
  if (!takesNullFlavors(operator)) return 'otherOperator';
  return nullFlavors.every((one) => item.nullFlavors.includes(one)) ? null : 'unknownNullFlavor';
}

const NUMBER = /^[-+]?\d{1,15}(\.\d{1,10})?$/;

function valuesFault({ operator, values, nullFlavors }: ItemTest, kind: ItemKind): ConditionFaultCode | null {
  const { min, max } = valueCount(operator);
  const isRange = operator === 'RANGE';
  const given = values.filter((value) => value.trim() !== '');
  const needed = isRange ? 1 : nullFlavors.length > 0 ? 0 : min;
  if (given.length < needed || values.length > max || (!isRange && given.length < values.length))
    return 'noValue';
  if (isRange && values.length !== 2) return 'noValue';
  if (kind === 'number' && !given.every((value) => NUMBER.test(value))) return 'noNumber';
  // a time has no part of its own here: days, months and years are compared
  if (kind === 'date' && !given.every((value) => /^\d{4}(\d\d){0,2}$/.test(value) && parseDate(value).ok))
    return 'noDate';
  const [from = '', to = ''] = values;
  if (!isRange || given.length < 2) return null;
  const isBackwards = kind === 'number' ? Number(from) > Number(to) : from > to.padEnd(from.length, '9');
  return isBackwards ? 'fromAfterTo' : null;
}
