/** How the text of a source becomes a value: one of a closed list, each with its own fields. */
import { Select, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Transform } from '../../../../shared/sync/mappingRule.ts';
import { TRANSFORM_NAMES } from '../../../../shared/sync/transformNames.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import type { CdmsItems, RuleFacts } from './mapping.queries.ts';
import { withValue, type Option } from './useItemOptions.ts';
import { ValueMapFields } from './ValueMapFields.tsx';
import { proposedMap } from './valueMap.ts';

interface TransformFieldsProps {
  transform: Transform;
  facts: RuleFacts;
  /** of the source */
  codes: CdmsItems['sources'][string]['codes'];
  items: readonly Option[];
  readOnly: boolean;
  onChange: (transform: Transform) => void;
}

const KINDS: readonly Transform['kind'][] = [
  'text',
  'date',
  'number',
  'code',
  'map',
  'term',
  'country',
  'unit',
  'lookup',
  'constant',
  'append',
];

export function TransformFields(props: TransformFieldsProps) {
  const { transform, facts, codes, readOnly, onChange } = props;
  const { t } = useTranslation('syncRules');
  const { language } = useRouteContext();
  return (
    <Stack gap="sm">
      <Select
        label={t('transform.kind')}
        description={t(`transformHelp.${transform.kind}`)}
        allowDeselect={false}
        readOnly={readOnly}
        data={KINDS.map((value) => ({ value, label: wordsIn(TRANSFORM_NAMES[value], language) }))}
        value={transform.kind}
        onChange={(kind) => kind && kind !== transform.kind && onChange(newTransform(kind, facts, codes))}
      />
      <OwnFields {...props} />
    </Stack>
  );
}

function newTransform(
  kind: Transform['kind'],
  { item, units, records }: RuleFacts,
  codes: TransformFieldsProps['codes'],
): Transform {
  const [record] = records;
  const [first] = record?.items ?? [];
  switch (kind) {
    case 'map':
      return { kind, values: proposedMap(codes, item?.codes ?? []) };
    case 'lookup':
      return { kind, record: record?.id ?? '', by: first?.id ?? '', item: first?.id ?? '' };
    case 'constant':
      return { kind, value: '' };
    case 'unit':
      return { kind, unit: units[0] ?? '', unitItemOid: null };
    case 'append':
      return { kind, label: '' };
    default:
      return { kind };
  }
}

function OwnFields({ transform, facts, codes, items, readOnly, onChange }: TransformFieldsProps) {
  const { t } = useTranslation('syncRules');
  const targetCodes = facts.item?.codes ?? [];
  const nullFlavors = facts.item?.nullFlavors ?? [];
  switch (transform.kind) {
    case 'map':
      return (
        <ValueMapFields
          values={transform.values}
          {...{ codes, targetCodes, nullFlavors, readOnly }}
          onChange={(values) => onChange({ ...transform, values })}
        />
      );
    case 'constant':
      return targetCodes.length > 0 ? (
        <Select
          label={t('transform.value')}
          searchable
          limit={60}
          readOnly={readOnly}
          data={withValue(
            targetCodes.map(({ code, label }) => ({ value: code, label: `${code} ${label}` })),
            transform.value,
          )}
          value={transform.value || null}
          onChange={(value) => onChange({ ...transform, value: value ?? '' })}
        />
      ) : (
        <TextInput
          label={t('transform.value')}
          readOnly={readOnly}
          maxLength={2000}
          value={transform.value}
          onChange={({ currentTarget }) => onChange({ ...transform, value: currentTarget.value })}
        />
      );
    case 'append':
      return (
        <TextInput
          label={t('transform.label')}
          readOnly={readOnly}
          maxLength={200}
          value={transform.label}
          onChange={({ currentTarget }) => onChange({ ...transform, label: currentTarget.value })}
        />
      );
    case 'unit':
      return (
        <>
          <Select
            label={t('transform.unit')}
            allowDeselect={false}
            readOnly={readOnly}
            data={facts.units}
            value={transform.unit}
            onChange={(unit) => unit && onChange({ ...transform, unit })}
          />
          <Select
            label={t('transform.unitItem')}
            description={t('transform.unitItemHelp')}
            searchable
            clearable
            limit={60}
            readOnly={readOnly}
            data={withValue(items, transform.unitItemOid)}
            value={transform.unitItemOid}
            onChange={(unitItemOid) => onChange({ ...transform, unitItemOid })}
          />
        </>
      );
    case 'lookup':
      return <LookupFields {...{ transform, facts, readOnly, onChange }} />;
    default:
      return null;
  }
}

interface LookupFieldsProps extends Pick<TransformFieldsProps, 'facts' | 'readOnly' | 'onChange'> {
  transform: Extract<Transform, { kind: 'lookup' }>;
}

function LookupFields({ transform, facts: { records }, readOnly, onChange }: LookupFieldsProps) {
  const { t } = useTranslation('syncRules');
  const kind = records.find(({ id }) => id === transform.record);
  const items = (kind?.items ?? []).map(({ id, label }) => ({ value: id, label: `${label} (${id})` }));
  return (
    <>
      <Select
        label={t('transform.record')}
        allowDeselect={false}
        readOnly={readOnly}
        data={records.map(({ id, label }) => ({ value: id, label }))}
        value={transform.record}
        onChange={(record) => {
          const [first] = records.find(({ id }) => id === record)?.items ?? [];
          if (record) onChange({ ...transform, record, by: first?.id ?? '', item: first?.id ?? '' });
        }}
      />
      {(['by', 'item'] as const).map((part) => (
        <Select
          key={part}
          label={t(`transform.${part}`)}
          searchable
          allowDeselect={false}
          readOnly={readOnly}
          data={withValue(items, transform[part])}
          value={transform[part]}
          onChange={(value) => value && onChange({ ...transform, [part]: value })}
        />
      ))}
    </>
  );
}
