/** The conditions of a question: groups joined by AND or OR, and in them what rows of items hold. */
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_CONDITION_DEPTH, type ConditionPath } from '../../../shared/query/condition.types.ts';
import { newRows, pathText, withPart, type Group as ConditionGroup } from './draft.ts';
import { RowConditionEditor } from './RowConditionEditor.tsx';
import { useItemOptions, type Question } from './useQuestion.ts';
import classes from './data.module.css';

interface GroupEditorProps {
  question: Question;
  group: ConditionGroup;
  path: ConditionPath;
  onChange: (group: ConditionGroup) => void;
  /** undefined: the outermost group, which stays */
  onRemove?: () => void;
}

export function GroupEditor({ question, group, path, onChange, onRemove }: GroupEditorProps) {
  const { t } = useTranslation('data');
  const id = useId();
  const options = useItemOptions(question);
  const fault = question.faults.get(pathText(path));
  const add = (part: ConditionGroup['conditions'][number]) =>
    onChange({ ...group, conditions: [...group.conditions, part] });
  return (
    <section className={classes.group} aria-labelledby={id}>
      <Group gap="xs" align="end">
        <h3 id={id} className={classes.groupTitle}>
          {path.length === 0 ? t('conditions') : t('group', { number: pathText(path.map((one) => one + 1)) })}
        </h3>
        <Select
          size="xs"
          w={200}
          aria-label={t('joined')}
          allowDeselect={false}
          data={(['and', 'or'] as const).map((value) => ({ value, label: t(`join.${value}`) }))}
          value={group.joined}
          onChange={(value) => onChange({ ...group, joined: value === 'or' ? 'or' : 'and' })}
        />
        {onRemove && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={onRemove}
          >
            {t('removeGroup')}
          </Button>
        )}
      </Group>
      <Stack gap="xs" mt="xs">
        {group.conditions.map((part, index) => {
          const at = [...path, index];
          const change = (next: typeof part | undefined) => onChange(withPart(group, index, next));
          return part.kind === 'group' ? (
            <GroupEditor
              key={index}
              question={question}
              group={part}
              path={at}
              onChange={change}
              onRemove={() => change(undefined)}
            />
          ) : (
            <RowConditionEditor
              key={index}
              question={question}
              condition={part}
              path={at}
              options={options}
              onChange={change}
              onRemove={() => change(undefined)}
            />
          );
        })}
        {fault && path.length > 0 && (
          <Text size="sm" className={classes.problem} role="alert">
            {t(`faults.${fault.fault}`)}
          </Text>
        )}
        <Group gap="xs">
          <Select
            size="sm"
            w={340}
            maw="100%"
            searchable
            limit={60}
            placeholder={t('addCondition')}
            aria-label={
              path.length === 0
                ? t('addCondition')
                : t('addToGroup', { number: pathText(path.map((one) => one + 1)) })
            }
            data={options}
            value={null}
            nothingFoundMessage={t('noItem')}
            onChange={(itemId) => itemId && add(newRows(itemId))}
          />
          {path.length < MAX_CONDITION_DEPTH - 1 && (
            <Button
              size="sm"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() =>
                add({ kind: 'group', joined: group.joined === 'and' ? 'or' : 'and', conditions: [] })
              }
            >
              {t('addGroup')}
            </Button>
          )}
        </Group>
      </Stack>
    </section>
  );
}
