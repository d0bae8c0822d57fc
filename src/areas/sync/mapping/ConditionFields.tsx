/** Tests that a row has to pass, with the operators of the lists' filters. */
import { ActionIcon, Button, Select, TagsInput, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CONDITION_OPERATORS, type RuleCondition } from '../../../../shared/sync/mappingRule.ts';
import { withValue, type Option } from './useItemOptions.ts';
import classes from './mapping.module.css';

interface ConditionFieldsProps {
  legend: string;
  conditions: readonly RuleCondition[];
  items: readonly Option[];
  readOnly: boolean;
  onChange: (conditions: RuleCondition[]) => void;
}

export function ConditionFields({ legend, conditions, items, readOnly, onChange }: ConditionFieldsProps) {
  const { t } = useTranslation('syncRules');
  const set = (index: number, next: RuleCondition | null) =>
    onChange(conditions.flatMap((one, at) => (at === index ? (next ?? []) : one)));
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{legend}</legend>
      {conditions.map((condition, index) => (
        <div key={index} className={classes.row}>
          <Select
            className={classes.grow}
            aria-label={t('condition.item', { number: index + 1 })}
            searchable
            limit={60}
            readOnly={readOnly}
            data={withValue(items, condition.itemOid)}
            value={condition.itemOid || null}
            placeholder={t('condition.choose')}
            onChange={(itemOid) => set(index, { ...condition, itemOid: itemOid ?? '' })}
          />
          <Select
            w={170}
            aria-label={t('condition.operator', { number: index + 1 })}
            allowDeselect={false}
            readOnly={readOnly}
            data={CONDITION_OPERATORS.map((value) => ({ value, label: t(`operators.${value}`) }))}
            value={condition.operator}
            onChange={(operator) =>
              operator && set(index, { ...condition, operator, values: fitting(operator, condition.values) })
            }
          />
          <ValueFields
            condition={condition}
            number={index + 1}
            readOnly={readOnly}
            onChange={(values) => set(index, { ...condition, values })}
          />
          {!readOnly && (
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={t('condition.remove', { number: index + 1 })}
              onClick={() => set(index, null)}
            >
              <IconTrash size={15} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      {!readOnly && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...conditions, { itemOid: '', operator: 'EQ', values: [''] }])}
        >
          {t('condition.add')}
        </Button>
      )}
    </fieldset>
  );
}

/** As many values as the operator takes. */
function fitting(operator: RuleCondition['operator'], values: readonly string[]): string[] {
  const [first = '', second = ''] = values;
  if (operator === 'NULL' || operator === 'NOT_NULL') return [];
  if (operator === 'IN') return values.filter((value) => value !== '');
  return operator === 'RANGE' ? [first, second] : [first];
}

interface ValueFieldsProps {
  condition: RuleCondition;
  number: number;
  readOnly: boolean;
  onChange: (values: string[]) => void;
}

function ValueFields({ condition: { operator, values }, number, readOnly, onChange }: ValueFieldsProps) {
  const { t } = useTranslation('syncRules');
  if (operator === 'NULL' || operator === 'NOT_NULL') return null;
  if (operator === 'IN')
    return (
      <TagsInput
        className={classes.grow}
        aria-label={t('condition.value', { number })}
        readOnly={readOnly}
        value={values}
        onChange={onChange}
      />
    );
  const [first = '', second = ''] = values;
  const field = (label: string, value: string, set: (next: string) => void) => (
    <TextInput
      className={classes.grow}
      aria-label={label}
      readOnly={readOnly}
      maxLength={2000}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
  return operator === 'RANGE' ? (
    <>
      {field(t('condition.rangeFrom', { number }), first, (next) => onChange([next, second]))}
      {field(t('condition.rangeTo', { number }), second, (next) => onChange([first, next]))}
    </>
  ) : (
    field(t('condition.value', { number }), first, (next) => onChange([next]))
  );
}
