/** The parts of a rule as fields. */
import { Button, Checkbox, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FACTS_FORM, type MappingRule } from '../../../../shared/sync/mappingRule.ts';
import { sourceText } from '../../../../shared/sync/ruleText.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { openTreeDialog } from '../../../dialogs/index.ts';
import { ConditionFields } from './ConditionFields.tsx';
import { TransformFields } from './TransformFields.tsx';
import { cdmsItemsQuery, type RuleFacts, type StudyScope } from './mapping.queries.ts';
import { useItemOptions } from './useItemOptions.ts';
import classes from './mapping.module.css';

interface RuleFormProps {
  scope: StudyScope;
  rule: MappingRule;
  facts: RuleFacts;
  readOnly: boolean;
  onChange: (rule: MappingRule) => void;
}

export function RuleForm({ scope, rule, facts, readOnly, onChange }: RuleFormProps) {
  const { t } = useTranslation('syncRules');
  const options = useItemOptions(scope);
  const { itemOid, formOid, groupOid } = rule.source;
  return (
    <div>
      <section className={classes.section} aria-labelledby="rule-source">
        <h2 id="rule-source">{t('fields.source')}</h2>
        <SourceFields scope={scope} rule={rule} facts={facts} readOnly={readOnly} onChange={onChange} />
      </section>
      <section className={classes.section} aria-labelledby="rule-transform">
        <h2 id="rule-transform">{t('fields.transform')}</h2>
        <TransformFields
          transform={rule.transform}
          facts={facts}
          codes={options.source(formOid, groupOid, itemOid ?? '')?.codes ?? []}
          items={options.items}
          readOnly={readOnly}
          onChange={(transform) => onChange({ ...rule, transform })}
        />
      </section>
      <section className={classes.section} aria-labelledby="rule-condition">
        <h2 id="rule-condition">{t('fields.condition')}</h2>
        <ConditionFields
          legend={t('fields.onlyIf')}
          conditions={rule.condition}
          items={options.items}
          readOnly={readOnly}
          onChange={(condition) => onChange({ ...rule, condition })}
        />
      </section>
      <section className={classes.section} aria-labelledby="rule-result">
        <h2 id="rule-result">{t('fields.result')}</h2>
        <ResultFields rule={rule} facts={facts} readOnly={readOnly} onChange={onChange} />
      </section>
    </div>
  );
}

const ROWS = ['same', 'first', 'last', 'all', 'matching'] as const;

function SourceFields({ scope, rule, readOnly, onChange }: RuleFormProps) {
  const { t } = useTranslation('syncRules');
  const { language } = useRouteContext();
  const queries = useQueryClient();
  const options = useItemOptions(scope);
  const { source } = rule;
  const choose = async () => {
    const query = cdmsItemsQuery(scope, language);
    const node = await openTreeDialog({
      id: `${scope.sponsorKey} ${scope.studyKey} ${language}`,
      title: t('tree.title'),
      read: async () => (await queries.ensureQueryData(query)).tree,
    });
    const chosen = node && queries.getQueryData(query.queryKey)?.sources[node.id];
    if (!chosen) return;
    const row = chosen.formOid === FACTS_FORM ? 'same' : source.row;
    const { formOid, groupOid, itemOid } = chosen;
    onChange({ ...rule, source: { ...source, formOid, groupOid, itemOid, row } });
  };
  const row = typeof source.row === 'object' ? 'matching' : source.row;
  const isFact = source.formOid === FACTS_FORM;
  return (
    <Stack gap="sm">
      <p className={classes.source}>{sourceText(source) || t('fields.noSource')}</p>
      {!readOnly && (
        <div className={classes.row}>
          <Button variant="default" onClick={() => void choose()}>
            {t('tree.open')}
          </Button>
          {source.itemOid !== null && (
            <Button
              variant="subtle"
              onClick={() => onChange({ ...rule, source: { ...source, itemOid: null } })}
            >
              {t('fields.clearSource')}
            </Button>
          )}
        </div>
      )}
      {!isFact && (
        <div className={classes.row}>
          <Select
            className={classes.grow}
            label={t('fields.row')}
            description={t(`rowHelp.${row}`)}
            allowDeselect={false}
            readOnly={readOnly}
            data={ROWS.map((value) => ({ value, label: t(`rows.${value}`) }))}
            value={row}
            onChange={(value) =>
              value &&
              onChange({
                ...rule,
                source: { ...source, row: value === 'matching' ? { matching: [] } : value },
              })
            }
          />
          <TextInput
            w={220}
            label={t('fields.event')}
            description={t('fields.eventHelp')}
            readOnly={readOnly}
            maxLength={200}
            value={source.eventOid}
            onChange={({ currentTarget }) =>
              onChange({ ...rule, source: { ...source, eventOid: currentTarget.value || '*' } })
            }
          />
        </div>
      )}
      {typeof source.row === 'object' && (
        <ConditionFields
          legend={t('fields.matching')}
          conditions={source.row.matching}
          items={options.items}
          readOnly={readOnly}
          onChange={(matching) => onChange({ ...rule, source: { ...source, row: { matching } } })}
        />
      )}
    </Stack>
  );
}

const OVERWRITES = ['ifUntouched', 'never', 'always'] as const;

function ResultFields({ rule, facts, readOnly, onChange }: Omit<RuleFormProps, 'scope'>) {
  const { t } = useTranslation('syncRules');
  const flavors = facts.item?.nullFlavors ?? [];
  return (
    <Stack gap="sm">
      <TextInput
        label={t('fields.joinWith')}
        description={t('fields.joinHelp')}
        readOnly={readOnly}
        maxLength={20}
        value={rule.joinWith ?? ''}
        onChange={({ currentTarget }) => onChange({ ...rule, joinWith: currentTarget.value || null })}
      />
      {flavors.length > 0 && (
        <Select
          label={t('fields.nullFlavor')}
          clearable
          readOnly={readOnly}
          data={flavors}
          value={rule.nullFlavorWhenEmpty}
          onChange={(nullFlavorWhenEmpty) => onChange({ ...rule, nullFlavorWhenEmpty })}
        />
      )}
      <Select
        label={t('fields.overwrite')}
        allowDeselect={false}
        readOnly={readOnly}
        data={OVERWRITES.map((value) => ({ value, label: t(`overwrites.${value}`) }))}
        value={rule.overwrite}
        onChange={(overwrite) => overwrite && onChange({ ...rule, overwrite })}
      />
      <Checkbox
        label={t('fields.significant')}
        description={t('fields.significantHelp')}
        disabled={readOnly}
        checked={rule.significant}
        onChange={({ currentTarget }) => onChange({ ...rule, significant: currentTarget.checked })}
      />
      <Textarea
        label={t('fields.comment')}
        autosize
        minRows={2}
        maxLength={2000}
        readOnly={readOnly}
        value={rule.comment}
        onChange={({ currentTarget }) => onChange({ ...rule, comment: currentTarget.value })}
      />
    </Stack>
  );
}
