/** The rows of one group of a case: from which rows of the study they are made. */
import { Button, Checkbox, Select } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RuleFault } from '../../../../shared/sync/checkRules.ts';
import { MAX_WINDOW_DAYS, type GroupRule, type RowWindow } from '../../../../shared/sync/mappingRule.ts';
import { WholeNumberField } from '../../../components/index.ts';
import { ConditionFields } from './ConditionFields.tsx';
import { Faults } from './faults.tsx';
import { groupOfValue, groupValue, withValue, type ItemOptions } from './useItemOptions.ts';
import classes from './mapping.module.css';

interface GroupFieldsProps {
  number: number;
  rule: GroupRule;
  faults: readonly RuleFault[];
  caseGroups: readonly { id: string; label: string }[];
  options: ItemOptions;
  readOnly: boolean;
  /** null: removed */
  onChange: (rule: GroupRule | null) => void;
}

export function GroupFields(props: GroupFieldsProps) {
  const { number, rule, faults, caseGroups, options, readOnly, onChange } = props;
  const { t } = useTranslation('syncRules');
  const { groupId, source, rows, window: period } = rule;
  const from = source.groupOid === '' ? null : groupValue(source.formOid, source.groupOid);
  const label = caseGroups.find(({ id }) => id === groupId)?.label ?? groupId;
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('events.rowsOf', { number, name: label })}</legend>
      <Faults faults={faults} />
      <div className={classes.row}>
        <Select
          className={classes.grow}
          label={t('events.caseGroup')}
          searchable
          allowDeselect={false}
          readOnly={readOnly}
          data={withValue(
            caseGroups.map(({ id, label: name }) => ({ value: id, label: `${name} (${id})` })),
            groupId,
          )}
          value={groupId || null}
          onChange={(value) => onChange({ ...rule, groupId: value ?? '' })}
        />
        <Select
          className={classes.grow}
          label={t('events.sourceGroup')}
          searchable
          allowDeselect={false}
          readOnly={readOnly}
          data={withValue(options.groups, from)}
          value={from}
          onChange={(value) =>
            value && onChange({ ...rule, source: { ...groupOfValue(value), condition: [] }, window: null })
          }
        />
        <Select
          w={220}
          label={t('events.which')}
          allowDeselect={false}
          readOnly={readOnly}
          data={(['selected', 'all'] as const).map((value) => ({ value, label: t(`events.${value}`) }))}
          value={rows}
          onChange={(value) => value && onChange({ ...rule, rows: value })}
        />
      </div>
      <ConditionFields
        legend={t('events.onlyIf')}
        conditions={source.condition}
        items={options.items}
        readOnly={readOnly}
        onChange={(condition) => onChange({ ...rule, source: { ...source, condition } })}
      />
      <Checkbox
        label={t('window.use')}
        checked={period !== null}
        disabled={readOnly}
        onChange={({ currentTarget }) =>
          onChange({ ...rule, window: currentTarget.checked ? NEW_WINDOW : null })
        }
      />
      {period && (
        <WindowFields
          window={period}
          {...{ options, readOnly }}
          onChange={(next) => onChange({ ...rule, window: next })}
        />
      )}
      {!readOnly && (
        <Button
          mt={8}
          size="compact-sm"
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={14} aria-hidden />}
          aria-label={t('events.removeRows', { number, name: label })}
          onClick={() => onChange(null)}
        >
          {t('remove')}
        </Button>
      )}
    </fieldset>
  );
}

const NEW_WINDOW: RowWindow = { startItemOid: '', endItemOid: '', onsetItemOid: '', days: 30 };

interface WindowFieldsProps {
  window: RowWindow;
  options: ItemOptions;
  readOnly: boolean;
  onChange: (window: RowWindow) => void;
}

function WindowFields({ window: period, options, readOnly, onChange }: WindowFieldsProps) {
  const { t } = useTranslation('syncRules');
  return (
    <div className={classes.row}>
      {(['startItemOid', 'endItemOid', 'onsetItemOid'] as const).map((part) => (
        <Select
          key={part}
          className={classes.grow}
          label={t(`window.${part}`)}
          searchable
          limit={60}
          allowDeselect={false}
          readOnly={readOnly}
          data={withValue(options.items, period[part])}
          value={period[part] || null}
          onChange={(value) => onChange({ ...period, [part]: value ?? '' })}
        />
      ))}
      <WholeNumberField
        w={120}
        label={t('window.days')}
        min={0}
        max={MAX_WINDOW_DAYS}
        readOnly={readOnly}
        value={period.days}
        onChange={(value) => onChange({ ...period, days: value ?? NaN })}
      />
    </div>
  );
}
