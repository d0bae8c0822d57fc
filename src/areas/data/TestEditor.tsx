/** What a row holds of one item: the item, the operator, the values, and null flavors where they count as one. */
import { Button, Group, MultiSelect, Select, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Catalogue, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { ConditionPath, ItemTest, Operator } from '../../../shared/query/condition.types.ts';
import { kindOf, operatorsOf, takesNullFlavors, valueCount } from '../../../shared/query/itemKind.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { codesQuery } from '../../catalogue/codes.queries.ts';
import { wordsIn } from '../../catalogue/words.ts';
import { ChooseCodes, ChooseNames, kindOfNames } from './ChooseValues.tsx';
import { newTest, pathText } from './draft.ts';
import type { Question, useItemOptions } from './useQuestion.ts';
import { ValueField } from './ValueField.tsx';
import classes from './data.module.css';

interface TestEditorProps {
  question: Question;
  test: ItemTest;
  path: ConditionPath;
  options: ReturnType<typeof useItemOptions>;
  /** it is about the same row as the test before it */
  isFurther: boolean;
  /** undefined removes it */
  onChange: (test: ItemTest | undefined) => void;
}

/** As many values as the operator takes, of those there are. */
function valuesFor(operator: Operator, values: readonly string[]): string[] {
  const { min, max } = valueCount(operator);
  const given = values.slice(0, Math.min(max, values.length));
  return [...given, ...Array.from({ length: Math.max(0, min - given.length) }, () => '')];
}

export function TestEditor({ question, test, path, options, isFurther, onChange }: TestEditorProps) {
  const { t } = useTranslation('data');
  const { language } = useRouteContext();
  const { catalogue, faults } = question;
  const item = catalogue.items[test.itemId];
  const fault = faults.get(pathText(path));
  const name = item ? wordsIn(item.label, language) : test.itemId;
  const setOperator = (operator: Operator) =>
    onChange({
      ...test,
      operator,
      values: valuesFor(operator, test.values),
      nullFlavors: takesNullFlavors(operator) ? test.nullFlavors : [],
    });
  return (
    <div className={classes.test}>
      {isFurther && (
        <Text size="sm" c="dimmed">
          {t('andSameRow')}
        </Text>
      )}
      <Group gap="xs" align="start">
        {isFurther ? (
          <Text size="sm" className={classes.itemName}>
            {name}
          </Text>
        ) : (
          <Select
            size="sm"
            w={300}
            maw="100%"
            searchable
            limit={60}
            allowDeselect={false}
            aria-label={t('item')}
            data={options}
            value={test.itemId}
            onChange={(itemId) => itemId && onChange(newTest(itemId))}
          />
        )}
        {item && (
          <Select
            size="sm"
            w={190}
            allowDeselect={false}
            aria-label={t('operatorOf', { name })}
            data={operatorsOf(item).map((value) => ({ value, label: t(`operators.${value}`) }))}
            value={test.operator}
            onChange={(value) => {
              const operator = operatorsOf(item).find((one) => one === value);
              if (operator) setOperator(operator);
            }}
          />
        )}
        {item && (
          <ValueFields catalogue={catalogue} item={item} name={name} test={test} onChange={onChange} />
        )}
        {item && takesNullFlavors(test.operator) && item.nullFlavors.length > 0 && (
          <MultiSelect
            size="sm"
            w={190}
            aria-label={t('nullFlavorsOf', { name })}
            placeholder={test.nullFlavors.length === 0 ? t('nullFlavors') : undefined}
            data={item.nullFlavors}
            value={test.nullFlavors}
            onChange={(nullFlavors) => {
              // a null flavor alone is enough
              const values = test.values.filter((value) => value !== '' || nullFlavors.length === 0);
              onChange({
                ...test,
                nullFlavors,
                values: nullFlavors.length > 0 ? values : valuesFor(test.operator, values),
              });
            }}
          />
        )}
        {isFurther && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={t('removeOf', { name })}
            onClick={() => onChange(undefined)}
          >
            {t('remove')}
          </Button>
        )}
      </Group>
      {fault && (
        <Text size="sm" className={classes.problem} role="alert">
          {t(`faults.${fault.fault}`)}
        </Text>
      )}
    </div>
  );
}

interface ValueFieldsProps {
  catalogue: Catalogue;
  item: CatalogueItem;
  name: string;
  test: ItemTest;
  onChange: (test: ItemTest) => void;
}

function ValueFields(props: ValueFieldsProps) {
  const { catalogue, item, name, test, onChange } = props;
  const { min } = valueCount(test.operator);
  const record = min === 1 && kindOf(item) === 'text' ? kindOfNames(catalogue, item) : undefined;
  return (
    <>
      <TypedValues {...props} />
      {record && <ChooseNames {...{ record, name, test, onChange }} />}
    </>
  );
}

function TypedValues({ item, name, test, onChange }: ValueFieldsProps) {
  const { t } = useTranslation('data');
  const { operator, values } = test;
  const kind = kindOf(item);
  const setValues = (next: string[]) => onChange({ ...test, values: next });
  const isText = operator === 'LIKE' || operator === 'NOT_LIKE';
  if (valueCount(operator).max === 0) return null;
  if (kind === 'code' && !isText)
    return <CodeField {...{ item, name, values, setValues }} isSeveral={operator === 'IN'} />;
  if (operator === 'IN')
    return (
      <TextInput
        size="sm"
        w={300}
        maw="100%"
        aria-label={t('valuesOf', { name })}
        placeholder={t('values')}
        value={values.join('; ')}
        onChange={(event) => setValues(event.currentTarget.value.split(/;\s?/))}
      />
    );
  const field = (index: number, label: string) => (
    <ValueField
      key={index}
      label={label}
      isDate={kind === 'date'}
      value={values[index] ?? ''}
      onChange={(value) => setValues(valuesFor(operator, Object.assign([...values], { [index]: value })))}
    />
  );
  return operator === 'RANGE' ? (
    <>
      {field(0, t('fromOf', { name }))}
      {field(1, t('toOf', { name }))}
    </>
  ) : (
    field(0, t('valueOf', { name }))
  );
}

interface CodeFieldProps {
  item: CatalogueItem;
  name: string;
  values: readonly string[];
  setValues: (values: string[]) => void;
  isSeveral: boolean;
}

function CodeField({ item, name, values, setValues, isSeveral }: CodeFieldProps) {
  const { t } = useTranslation('data');
  const { language } = useRouteContext();
  const isYesNo = item.codeList === null;
  const codes = useQuery({ ...codesQuery(item.itemId, language), enabled: !isYesNo });
  const data = isYesNo
    ? ['true', ...(item.control === 'yesNo' ? ['false'] : [])].map((value) => ({
        value,
        label: t(`yesNo.${value}`),
      }))
    : (codes.data?.codeList ?? []).map(({ codeValue, codeLabel }) => ({
        value: codeValue,
        label: codeLabel,
      }));
  const shared = {
    size: 'sm',
    w: 280,
    data,
    searchable: true,
    limit: 100,
    'aria-label': t('valueOf', { name }),
  } as const;
  return (
    <>
      {isSeveral ? (
        <MultiSelect {...shared} value={values.filter(Boolean)} onChange={setValues} />
      ) : (
        <Select {...shared} value={values[0] || null} onChange={(value) => setValues([value ?? ''])} />
      )}
      {!isYesNo && <ChooseCodes {...{ item, name, codes: data, values, isSeveral, setValues }} />}
    </>
  );
}
