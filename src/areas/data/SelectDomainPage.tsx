/** The items of the file: chosen by domain, which is a page of the case, or found by a word. */
import { Button, Checkbox, Group, Select, TextInput } from '@mantine/core';
import { IconArrowLeft, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { downloadImportTemplate, MAX_SELECTED_ITEMS } from '../../../shared/contract/index.ts';
import { isInSheets } from '../../../shared/import/sheets/caseSheets.ts';
import { isUsedFor, TELLING_USAGES } from '../../../shared/query/itemUsages.ts';
import { fold } from '../../../shared/text/fold.ts';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { download } from '../../api/index.ts';
import { wordsIn } from '../../catalogue/words.ts';
import { GuardedButton, PageHeader, showError } from '../../components/index.ts';
import { useMay } from '../../session/sessionStore.ts';
import { setQuery } from './draft.ts';
import { useQuestion } from './useQuestion.ts';
import classes from './data.module.css';

const USAGES = ['all', ...TELLING_USAGES] as const;
type Usage = (typeof USAGES)[number];

export function SelectDomainPage() {
  const { t } = useTranslation('data');
  const { language } = useRouteContext();
  const to = usePathTo();
  const { query, catalogue, items } = useQuestion();
  const [word, setWord] = useState('');
  const [usage, setUsage] = useState<Usage>('all');
  const chosen = new Set(query.items);
  const inSheets = new Set(items.filter((item) => isInSheets(catalogue, item)).map(({ itemId }) => itemId));
  const found = items.filter(
    (item) =>
      (usage === 'all' || isUsedFor(usage, item, catalogue)) &&
      fold(`${item.itemId} ${wordsIn(item.label, language)}`).includes(fold(word)),
  );
  // in the order of the case: the columns of a file are found where the form has them
  const choose = (next: ReadonlySet<string>) => {
    if (next.size > MAX_SELECTED_ITEMS)
      return showError(t('domain.tooMany', { max: MAX_SELECTED_ITEMS, items: next.size }));
    return setQuery({
      items: [
        ...items.filter(({ itemId }) => next.has(itemId)).map(({ itemId }) => itemId),
        ...query.items.filter((itemId) => next.has(itemId) && !catalogue.items[itemId]),
      ],
    });
  };
  const toggle = (ids: readonly string[], isOn: boolean) => {
    const next = new Set(chosen);
    for (const id of ids)
      if (isOn) next.add(id);
      else next.delete(id);
    choose(next);
  };
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('domain.title')}
        subtitle={<span role="status">{t('items.count', { count: chosen.size })}</span>}
        actions={
          <>
            <Template ids={query.items.filter((id) => inSheets.has(id))} />
            <Button
              component={Link}
              to={to('data/export')}
              leftSection={<IconArrowLeft size={15} aria-hidden />}
            >
              {t('domain.back')}
            </Button>
          </>
        }
      />
      <Group gap="sm" align="end">
        <TextInput
          label={t('domain.find')}
          w={320}
          maw="100%"
          value={word}
          onChange={(event) => setWord(event.currentTarget.value)}
        />
        <Select
          label={t('domain.usage')}
          w={220}
          allowDeselect={false}
          data={USAGES.map((value) => ({ value, label: t(`domain.usages.${value}`) }))}
          value={usage}
          onChange={(value) => setUsage(USAGES.find((one) => one === value) ?? 'all')}
        />
      </Group>
      {found.length === 0 && <p className={classes.note}>{t('noItem')}</p>}
      <div className={classes.domains}>
        {catalogue.pageOrder.map((page) => {
          const ofPage = found.filter((item) => item.page === page);
          const domain = catalogue.pages[page];
          if (ofPage.length === 0 || !domain) return null;
          const ids = ofPage.map(({ itemId }) => itemId);
          const count = ids.filter((id) => chosen.has(id)).length;
          return (
            <fieldset key={page} className={classes.domain}>
              <legend>
                <Checkbox
                  size="sm"
                  label={t('domain.all', { domain: wordsIn(domain.label, language), count, of: ids.length })}
                  checked={count === ids.length}
                  indeterminate={count > 0 && count < ids.length}
                  onChange={(event) => toggle(ids, event.currentTarget.checked)}
                />
              </legend>
              {ofPage.map(({ itemId, label }) => (
                <label key={itemId} className={classes.choice}>
                  <input
                    type="checkbox"
                    checked={chosen.has(itemId)}
                    onChange={(event) => toggle([itemId], event.currentTarget.checked)}
                  />
                  {wordsIn(label, language)} <small>{itemId}</small>
                </label>
              ))}
            </fieldset>
          );
        })}
      </div>
    </div>
  );
}

/** A spreadsheet to fill in with cases, with a column for each chosen item; the import page reads it. */
function Template({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation('data');
  const { sponsorKey } = useRouteContext();
  const mayImport = useMay('EDIT.DATA');
  const fetch = useMutation({
    mutationFn: () =>
      download(downloadImportTemplate, { params: { sponsorKey }, query: { items: ids.join(',') } }),
  });
  if (!mayImport) return null;
  return (
    <GuardedButton
      variant="default"
      why={ids.length === 0 ? t('why.noItem') : null}
      loading={fetch.isPending}
      leftSection={<IconDownload size={15} aria-hidden />}
      onClick={() => fetch.mutate()}
    >
      {t('domain.template', { count: ids.length })}
    </GuardedButton>
  );
}
