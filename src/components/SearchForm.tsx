/** What a list is searched by. */
import { Button, Group, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SubmitForm } from './SubmitForm.tsx';

export interface SearchFormProps {
  /** what the list is searched by now; empty: nothing */
  keyword: string;
  /** of what: a dialog may have a list over another one */
  of: string;
  /** what can be searched for */
  label: string;
  /** called with the trimmed keyword; empty clears the search */
  onSearch: (keyword: string) => void;
}

export function SearchForm({ of, keyword, label, onSearch }: SearchFormProps) {
  const { t } = useTranslation(['components', 'common']);
  const field = useRef<HTMLInputElement>(null);
  const searched = useRef(keyword);
  // what the user has searched for stays with all that was typed since; what a view brings, or none, replaces it
  useLayoutEffect(() => {
    if (field.current && keyword !== searched.current) field.current.value = keyword;
    searched.current = keyword;
  }, [keyword]);
  const search = (form: HTMLFormElement) => {
    searched.current = String(new FormData(form).get('keyword')).trim();
    onSearch(searched.current);
  };
  return (
    <SubmitForm role="search" aria-label={of} onSubmit={search}>
      <Group gap="xs">
        <TextInput
          ref={field}
          name="keyword"
          // its button stays beside it
          w={320}
          flex="1 1 9rem"
          maw={320}
          aria-label={label}
          placeholder={label}
          defaultValue={keyword}
          maxLength={200}
          leftSection={<IconSearch size={15} aria-hidden />}
        />
        <Button type="submit" variant="default">
          {t('common:search')}
        </Button>
        {keyword && (
          <Button variant="subtle" onClick={() => onSearch('')}>
            {t('showAll')}
          </Button>
        )}
      </Group>
    </SubmitForm>
  );
}
