/** What a list is searched by, in the line above it; other choices of the list stand behind. */
import { Button, Group, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SubmitForm } from './SubmitForm.tsx';

export interface SearchFormProps {
  /** what the list is searched by now; empty: nothing */
  keyword: string;
  /** what can be searched for */
  label: string;
  /** told trimmed; empty: the search is taken back */
  onSearch: (keyword: string) => void;
  /** what else narrows the list */
  children?: ReactNode;
  /** what is done to the list besides */
  tools?: ReactNode;
}

export function SearchForm({ keyword, label, onSearch, children, tools }: SearchFormProps) {
  const { t } = useTranslation(['components', 'common']);
  const search = (form: HTMLFormElement) => onSearch(String(new FormData(form).get('keyword')).trim());
  return (
    <SubmitForm role="search" onSubmit={search} key={keyword}>
      <Group gap="xs" mb="sm">
        <TextInput
          name="keyword"
          w={320}
          aria-label={label}
          placeholder={label}
          defaultValue={keyword}
          maxLength={200}
          leftSection={<IconSearch size={15} aria-hidden />}
        />
        <Button type="submit" variant="default">
          {t('common:search')}
        </Button>
        {children}
        {keyword && (
          <Button variant="subtle" onClick={() => onSearch('')}>
            {t('showAll')}
          </Button>
        )}
        {tools}
      </Group>
    </SubmitForm>
  );
}
