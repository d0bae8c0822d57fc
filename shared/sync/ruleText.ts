/** Rules as one line of text, the same in every language for differences and the audit trail; lists have names of transforms. */
import {
  FACTS_FORM,
  type GroupRule,
  type MappingRule,
  type RuleCondition,
  type RuleSet,
  type Transform,
} from './mappingRule.ts';

export const sourceText = ({ eventOid, formOid, groupOid, itemOid, row }: MappingRule['source']): string => {
  const place = formOid === FACTS_FORM ? [itemOid ?? ''] : [formOid, groupOid, itemOid ?? ''];
  const which =
    typeof row === 'object' ? `[${conditionText(row.matching)}]` : row === 'same' ? '' : `[${row}]`;
  return [eventOid === '*' ? '' : eventOid, ...place].filter(Boolean).join(' / ') + which;
};

export const conditionText = (conditions: readonly RuleCondition[]): string =>
  conditions
    .map(({ itemOid, operator, values }) => [itemOid, operator, values.join(' | ')].filter(Boolean).join(' '))
    .join(' & ');

/** `name`: of the kind of transform, for people. */
export function transformText(transform: Transform, name: string = transform.kind): string {
  switch (transform.kind) {
    case 'map':
      return `${name} ${Object.entries(transform.values)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([from, to]) => `${from || '∅'}=${to || '∅'}`)
        .join('; ')}`;
    case 'lookup':
      return `${name} ${transform.record}: ${transform.by} → ${transform.item}`;
    case 'constant':
      return `${name} ${transform.value}`;
    case 'unit':
      return [name, transform.unit, transform.unitItemOid ?? ''].filter(Boolean).join(' ');
    case 'append':
      return `${name} ${transform.label}`;
    default:
      return name;
  }
}

/** Everything that a rule says, without its versions. */
export const ruleText = (rule: MappingRule): string =>
  [
    sourceText(rule.source),
    transformText(rule.transform),
    rule.condition.length > 0 ? `if ${conditionText(rule.condition)}` : '',
    rule.joinWith === null ? '' : `join “${rule.joinWith}”`,
    rule.nullFlavorWhenEmpty === null ? '' : `empty ${rule.nullFlavorWhenEmpty}`,
    rule.overwrite === 'ifUntouched' ? '' : `overwrite ${rule.overwrite}`,
    rule.significant ? '' : 'not significant',
    rule.comment === '' ? '' : `“${rule.comment}”`,
  ]
    .filter(Boolean)
    .join(' · ');

export const groupText = ({ source, rows, window }: GroupRule): string =>
  [
    `${source.formOid} / ${source.groupOid}`,
    rows,
    source.condition.length > 0 ? `if ${conditionText(source.condition)}` : '',
    window
      ? `${window.startItemOid} – ${window.endItemOid}, ${window.days} d before ${window.onsetItemOid}`
      : '',
  ]
    .filter(Boolean)
    .join(' · ');

export const eventText = (event: RuleSet['event']): string =>
  [
    `${event.formOid} / ${event.groupOid}`,
    event.termItemOid,
    event.seriousItemOid === null ? '' : `${event.seriousItemOid} = ${event.seriousValues.join(' | ')}`,
    event.bookletItemOid ?? '',
  ]
    .filter(Boolean)
    .join(' · ');
