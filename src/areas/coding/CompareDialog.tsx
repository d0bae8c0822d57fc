/** What another version of a dictionary would change of the codes that cases hold; nothing is changed. */
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CODE_CHANGES,
  CODE_CHANGES_MENU,
  exportCodeChanges,
  listCodeChanges,
  type CodingMenu,
} from '../../../shared/contract/index.ts';
import { Dialog, EmptyState, LoadingArea } from '../../components/index.ts';
import { FailedArea } from '../../feedback/FailedArea.tsx';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { List } from '../../lists/index.ts';
import classes from './coding.module.css';
import { codedWithQuery, comparisonQuery, releasesQuery } from './coding.queries.ts';

const WIDTH_PX = 1200;

interface Comparison {
  dictionary: string;
  from: string;
  to: string;
}

export interface CompareDialogProps {
  /** begins with the dictionary of this list */
  menuId: CodingMenu;
  onClose: () => void;
}

export function CompareDialog({ menuId, onClose }: CompareDialogProps) {
  const { t } = useTranslation(['coding', 'common']);
  const { sponsorKey, sessionSenderKey, language } = useRouteContext();
  const scope = `${sponsorKey}/${sessionSenderKey}/${language}`;
  const releases = useQuery(releasesQuery(scope));
  const codedWith = useQuery(codedWithQuery(menuId));
  const [chosen, setChosen] = useState<Partial<Comparison>>({});
  // one release alone can be compared with nothing
  const known = (releases.data?.listInfo ?? []).filter((one) => one.releases.length > 1);
  const dictionaryName = chosen.dictionary ?? codedWith.data?.dictionary;
  const dictionary = known.find((one) => one.dictionary === dictionaryName) ?? known[0];
  const versions = dictionary?.releases ?? [];
  const inUse = versions.find(({ state }) => state === 'active') ?? versions[0];
  const from = chosen.from ?? inUse?.version;
  const to = chosen.to ?? versions.find(({ version }) => version !== from)?.version;
  return (
    <Dialog
      size={releases.data && !dictionary ? 'md' : WIDTH_PX}
      title={t('compare.title')}
      onClose={onClose}
    >
      <Stack gap="sm">
        {releases.isPending && <LoadingArea label={t('compare.looking')} />}
        {releases.isError && (
          <FailedArea kind="panel" error={releases.error} onRetry={() => void releases.refetch()} />
        )}
        {releases.data && !dictionary && <EmptyState title={t('compare.oneVersion')} />}
        {dictionary && from !== undefined && to !== undefined && (
          <>
            <div className={classes.choices}>
              <NativeSelect
                label={t('compare.dictionary')}
                value={dictionary.dictionary}
                data={known.map((one) => ({ value: one.dictionary, label: one.label }))}
                onChange={({ currentTarget }) => setChosen({ dictionary: currentTarget.value })}
                data-autofocus
              />
              {(['from', 'to'] as const).map((end) => (
                <NativeSelect
                  key={end}
                  label={t(`compare.${end}`)}
                  value={end === 'from' ? from : to}
                  data={versions.map(({ version, state }) => ({
                    value: version,
                    label: `${version} (${t(`compare.states.${state}`)})`,
                  }))}
                  onChange={({ currentTarget }) =>
                    setChosen({ dictionary: dictionary.dictionary, from, to, [end]: currentTarget.value })
                  }
                />
              ))}
            </div>
            <Compared scope={scope} comparison={{ dictionary: dictionary.dictionary, from, to }} />
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Compared({
  scope,
  comparison: { dictionary, from, to },
}: {
  scope: string;
  comparison: Comparison;
}) {
  const { t } = useTranslation('coding');
  const { data, error, refetch } = useQuery(comparisonQuery(scope, dictionary, from, to));
  if (error) return <FailedArea kind="panel" error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingArea label={t('compare.looking')} />;
  const counts = CODE_CHANGES.map((change) =>
    t('compare.count', { what: t(`compare.changes.${change}`), count: data.counts[change] ?? 0 }),
  );
  return (
    <>
      <Text role="status">
        <strong>{t('compare.changed', { count: data.changed, codes: data.codes })}</strong>{' '}
        {counts.join(' · ')}
        {data.unknown > 0 && ` · ${t('compare.unknown', { count: data.unknown, version: from })}`}
      </Text>
      {data.changed > 0 && (
        // other releases begin on their first page
        <List
          key={`${dictionary}/${from}/${to}`}
          menuId={CODE_CHANGES_MENU}
          call={listCodeChanges}
          exportCall={exportCodeChanges}
          params={{ dictionary }}
          query={{ from, to }}
          label={t('compare.title')}
          searchLabel={t('search')}
        />
      )}
    </>
  );
}
