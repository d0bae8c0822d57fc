/** One condition: what a row holds of one or several items, and how many rows have to. */
import { Button, Group, Select, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import {
  MAX_ROW_COUNT,
  QUANTITIES,
  type ConditionPath,
  type ItemTest,
  type Quantity,
  type RowCondition,
} from '../../../shared/query/condition.types.ts';
import { borrows } from '../../../shared/query/itemKind.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { wordsIn } from '../../catalogue/words.ts';
import { WholeNumberField } from '../../components/index.ts';
import { newTest, pathText } from './draft.ts';
import { TestEditor } from './TestEditor.tsx';
import type { Question, useItemOptions } from './useQuestion.ts';
import classes from './data.module.css';

interface RowConditionEditorProps {
  question: Question;
  condition: RowCondition;
  path: ConditionPath;
  options: ReturnType<typeof useItemOptions>;
  onChange: (condition: RowCondition) => void;
  onRemove: () => void;
}

export function RowConditionEditor(props: RowConditionEditorProps) {
  const { question, condition, path, options, onChange, onRemove } = props;
  const { t } = useTranslation('data');
  const { language } = useRouteContext();
  const { catalogue, faults, items } = question;
  const { tests, rows } = condition;
  const first = catalogue.items[tests[0]?.itemId ?? ''];
  const groupId = first?.groups.at(-1);
  const group = groupId === undefined ? undefined : catalogue.groups[groupId];
  const fault = faults.get(pathText(path));
  const name = first ? wordsIn(first.label, language) : (tests[0]?.itemId ?? '');
  const setTest = (index: number, test: ItemTest | undefined) => {
    const next = tests.flatMap((one, at) => (at === index ? (test ?? []) : one));
    if (next.length === 0) onRemove();
    else onChange({ ...condition, tests: next });
  };
  const ofGroup = items.filter(
    (item) => groupId !== undefined && (item.groups.at(-1) === groupId || borrows(item, catalogue, groupId)),
  );
  return (
    <fieldset className={classes.condition}>
      <legend>{t('condition', { number: pathText(path.map((one) => one + 1)), name })}</legend>
      {group && (
        <QuantityFields
          rows={rows}
          group={wordsIn(group.label, language)}
          onChange={(next) => onChange({ ...condition, rows: next })}
        />
      )}
      {tests.map((test, index) => (
        <TestEditor
          key={index}
          question={question}
          test={test}
          path={[...path, index]}
          options={options}
          isFurther={index > 0}
          onChange={(next) => setTest(index, next)}
        />
      ))}
      {fault && (
        <Text size="sm" className={classes.problem} role="alert">
          {t(`faults.${fault.fault}`)}
        </Text>
      )}
      <Group gap="xs" mt={6}>
        {group && (
          <Select
            size="xs"
            w={300}
            maw="100%"
            searchable
            limit={60}
            aria-label={t('sameRowOf', { name })}
            placeholder={t('sameRow')}
            data={ofGroup.map(({ itemId, label }) => ({
              value: itemId,
              label: `${wordsIn(label, language)} (${itemId})`,
            }))}
            value={null}
            onChange={(itemId) => itemId && onChange({ ...condition, tests: [...tests, newTest(itemId)] })}
          />
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={14} aria-hidden />}
          aria-label={t('removeOf', { name })}
          onClick={onRemove}
        >
          {t('remove')}
        </Button>
      </Group>
    </fieldset>
  );
}

interface QuantityFieldsProps {
  rows: Quantity;
  group: string;
  onChange: (rows: Quantity) => void;
}

function QuantityFields({ rows, group, onChange }: QuantityFieldsProps) {
  const { t } = useTranslation('data');
  const ends = ['min', 'max'] as const;
  return (
    <Group gap="xs" mb={6}>
      <Select
        size="xs"
        w={220}
        aria-label={t('quantityOf', { group })}
        allowDeselect={false}
        data={QUANTITIES.map((value) => ({ value, label: t(`quantity.${value}`, { group }) }))}
        value={rows.of}
        onChange={(value) => {
          const of = QUANTITIES.find((one) => one === value) ?? 'any';
          onChange(of === 'count' ? { of, min: rows.min ?? 1, max: rows.max } : { of, min: null, max: null });
        }}
      />
      {rows.of === 'count' &&
        ends.map((end) => (
          <WholeNumberField
            key={end}
            size="xs"
            w={110}
            min={0}
            max={MAX_ROW_COUNT}
            aria-label={t(`count.${end}`, { group })}
            placeholder={t(`countShort.${end}`)}
            value={rows[end]}
            onChange={(value) => onChange({ ...rows, [end]: value })}
          />
        ))}
    </Group>
  );
}
