/** Where a person occurs, for the right of access: values of cases, and records of people; each leads to its place. */
import { Alert, Anchor, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PERSON_TEXT, searchPersons, type DataOf } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { useCatalogue } from '../../catalogue/catalogue.queries.ts';
import { displayText } from '../../catalogue/display.ts';
import { useLabels } from '../../catalogue/useLabels.ts';
import { wordsIn } from '../../catalogue/words.ts';
import { DataTable, SubmitForm, type Column } from '../../components/index.ts';
import { failureText } from '../../feedback/showFailure.ts';

type Found = DataOf<typeof searchPersons>;
type FoundCase = Found['cases'][number];
type FoundRecord = Found['records'][number];

export function PersonSearch() {
  const { t } = useTranslation('dataProtection');
  const [text, setText] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const search = useMutation({
    mutationFn: (typed: string) => call(searchPersons, { body: { text: typed } }),
    meta: { ownFailure: true },
  });
  const isShort = text.trim().length < PERSON_TEXT.min;
  const submit = () => {
    setSubmitted(true);
    if (!isShort) search.mutate(text.trim());
  };
  return (
    <Stack>
      <Text c="dimmed" maw="60rem">
        {t('persons.help')}
      </Text>
      <SubmitForm role="search" aria-label={t('parts.persons')} onSubmit={submit} noValidate>
        <Group align="flex-end">
          <TextInput
            label={t('persons.label')}
            w={320}
            maw="100%"
            maxLength={PERSON_TEXT.max}
            value={text}
            error={submitted && isShort ? t('persons.short', { min: PERSON_TEXT.min }) : null}
            onChange={({ currentTarget: { value } }) => setText(value)}
          />
          <Button type="submit" loading={search.isPending}>
            {t('persons.search')}
          </Button>
        </Group>
      </SubmitForm>
      <div role="status">
        {search.isError && <Alert color="red">{failureText(search.error)}</Alert>}
        {search.data && <FoundPersons {...search.data} />}
      </div>
    </Stack>
  );
}

function FoundPersons({ cases, records, more }: Found) {
  const { t } = useTranslation('dataProtection');
  return (
    <Stack>
      {more && <Alert>{t('persons.more')}</Alert>}
      <Title order={2}>{t('persons.cases')}</Title>
      <CasesTable cases={cases} />
      <Title order={2}>{t('persons.records')}</Title>
      <RecordsTable records={records} />
    </Stack>
  );
}

function CasesTable({ cases }: Pick<Found, 'cases'>) {
  const { t } = useTranslation('dataProtection');
  const { appendix, language } = useRouteContext();
  const catalogue = useCatalogue(appendix);
  const label = useLabels(catalogue, cases, language);
  const to = usePathTo();
  const columns: Column<FoundCase>[] = [
    {
      key: 'case',
      label: t('persons.columns.case'),
      render: ({ caseKey, caseNo, page, itemId }) => (
        <Anchor
          component={Link}
          size="sm"
          to={to(`case/${caseKey}/detail/${page}?item=${encodeURIComponent(itemId)}`)}
        >
          {caseNo}
        </Anchor>
      ),
    },
    { key: 'version', label: t('persons.columns.version'), render: ({ versionNo }) => versionNo },
    {
      key: 'item',
      label: t('persons.columns.item'),
      render: ({ itemId }) => {
        const item = catalogue.items[itemId];
        return item ? `${itemId} ${wordsIn(item.label, language)}` : itemId;
      },
    },
    {
      key: 'value',
      label: t('persons.columns.value'),
      render: ({ itemId, value }) => displayText(catalogue.items[itemId], { value, nullFlavor: null }, label),
    },
  ];
  return (
    <DataTable
      label={t('persons.cases')}
      rows={cases}
      // a row has no key of its own; the answer never changes
      rowKey={(one) => String(cases.indexOf(one))}
      columns={columns}
      empty={t('persons.none')}
    />
  );
}

function RecordsTable({ records }: Pick<Found, 'records'>) {
  const { t } = useTranslation('dataProtection');
  const to = usePathTo();
  const columns: Column<FoundRecord>[] = [
    {
      key: 'kind',
      label: t('persons.columns.kind'),
      render: ({ kind }) => t(`persons.kinds.${kind as 'reporter'}`),
    },
    {
      key: 'name',
      label: t('persons.columns.name'),
      render: ({ kind, recordKey, name, deleted }) => (
        <Anchor component={Link} size="sm" to={to(pathOf(kind, recordKey))}>
          {deleted ? t('persons.deleted', { name }) : name}
        </Anchor>
      ),
    },
  ];
  return (
    <DataTable
      label={t('persons.records')}
      rows={records}
      rowKey={({ kind, recordKey }) => `${kind} ${recordKey}`}
      columns={columns}
      empty={t('persons.none')}
    />
  );
}

const pathOf = (kind: string, recordKey: number): string =>
  kind === 'user' ? `user/${recordKey}/detail` : `caseinfo/${kind}/${recordKey}/detail`;
