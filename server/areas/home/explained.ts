/** Why a report is due, in the language of the reader and without values that are blinded for them. */
import type { Static } from 'typebox';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { rowPathOf } from '../../../shared/case/itemAddress.ts';
import type { ItemValue } from '../../../shared/case/itemValue.ts';
import type { ExplainedObligation, ReadInput } from '../../../shared/contract/index.ts';
import { displayDate } from '../../../shared/dates/partialDate.ts';
import {
  inputsOf,
  withoutReadings,
  type Explanation,
  type Input,
} from '../../../shared/expressions/explain.ts';
import { daysLeft, type DueReport } from '../../../shared/obligations/obligations.ts';
import { maySee } from '../../cases/record/caseAccess.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';

export interface Reader {
  user: SessionUser;
  language: Language;
  /** the sponsor's day */
  today: string;
}

type World = CatalogueWorld;

export function explained(deps: World, reader: Reader, report: DueReport): ExplainedObligation {
  const { receiver, ruleId, day0, days, due, met, closes, reason } = report;
  const { rule, dayZero, concerned, applies, stillOwed: isStillDue } = reason;
  const { language, today } = reader;
  const explanationOf = (why: Explanation | null) =>
    why && {
      // what was read is answered in words; the tree has it as it is stored, blinded or not
      why: withoutReadings(why),
      inputs: inputsOf(why).map((input) => readInput(deps, reader, report, input)),
    };
  const itemId = deps.catalogue.whole.roles[dayZero.role ?? ''];
  return {
    receiver,
    ruleId,
    day0,
    days,
    met,
    stillOwed: isStillDue,
    closes,
    rule: rule.label[language],
    source: rule.source,
    example: rule.example,
    dayZeroFrom:
      itemId === undefined || dayZero.written === null
        ? null
        : { itemId, label: labelOf(report, itemId, language), written: displayDate(dayZero.written) },
    dayZeroAssumed: dayZero.assumed,
    dueDate: due,
    daysLeft: daysLeft(due, today),
    concerned: explanationOf(concerned),
    applies: explanationOf(applies),
  };
}

/** What a row is called of the groups a condition walks through, by id. */
export function groupNames({ catalogue: { whole } }: World, { language }: Reader, all: readonly DueReport[]) {
  const names: Record<string, string> = {};
  const visit = (why: Explanation | null): void => {
    if (!why) return;
    if ('parts' in why) why.parts.forEach(visit);
    if (why.by !== 'anyRow' && why.by !== 'everyRow') return;
    names[why.group] = whole.groups[why.group]?.rowLabel[language] ?? why.group;
    for (const row of why.rows) visit(row.why);
  };
  for (const { reason } of all) [reason.concerned, reason.applies].forEach(visit);
  return names;
}

const labelOf = ({ reason }: DueReport, itemId: string, language: Language): string =>
  reason.labels[itemId]?.[language] ?? itemId;

function readInput(
  deps: World,
  { user, language }: Reader,
  report: DueReport,
  { address, said: itemValue }: Input,
): Static<typeof ReadInput> {
  const { itemId } = address;
  const item = deps.catalogue.whole.items[itemId];
  const blinded = !maySee(deps, user, itemId);
  return {
    itemId,
    label: labelOf(report, itemId, language),
    rows: item ? [...rowPathOf(address, item.groups.length)] : [],
    text: blinded || !item ? null : textOf(deps, item, itemValue, language),
    blinded,
  };
}

function textOf(
  { catalogue: { codeLists } }: World,
  { codeList, control }: CatalogueItem,
  itemValue: ItemValue | undefined,
  language: Language,
): string | null {
  if (itemValue?.nullFlavor) return `[${itemValue.nullFlavor}]`;
  if (!itemValue?.value) return null;
  const { value } = itemValue;
  const code = codeLists[codeList ?? '']?.codes.find((one) => one.code === value);
  if (code) return `${code.label[language]} (${value})`;
  return control === 'date' ? displayDate(value) : value;
}
