/**
 * A code of the other version for the chosen texts: one of the suggestions for the first of them, one that is looked up in
 * that version, or any other.
 */
import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListRow } from '../../../../shared/contract/index.ts';
import { Dialog, LoadingArea, SubmitForm } from '../../../components/index.ts';
import { FailedArea } from '../../../feedback/FailedArea.tsx';
import { FailureNotice } from '../../../feedback/FailureNotice.tsx';
import { useFindCode } from '../useFindCode.ts';
import { suggestionsQuery, useUpgradeScope, type Upgrade } from './upgrades.queries.ts';

const OTHER = '';

export interface ChooseCodeDialogProps {
  upgrade: Pick<Upgrade, 'upgradeKey' | 'to'>;
  /** at least one */
  rows: readonly ListRow[];
  onChoose: (code: string) => Promise<unknown>;
  onClose: () => void;
}

export function ChooseCodeDialog({ upgrade, rows: chosen, onChoose, onClose }: ChooseCodeDialogProps) {
  const { t } = useTranslation(['upgrades', 'common']);
  // the rows at the time of opening: the list is read again under the dialog
  const [rows] = useState(chosen);
  const textKey = Number(rows[0]?.rowKey);
  const suggestions = useQuery(suggestionsQuery(useUpgradeScope(), upgrade.upgradeKey, textKey));
  const [selected, setSelected] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  /** null: none was looked up yet */
  const [found, setFound] = useState<{ code: string; term: string } | null>(null);
  const findCode = useFindCode();
  const choose = useMutation({ meta: { ownFailure: true }, mutationFn: onChoose, onSuccess: onClose });
  const code = selected === OTHER ? typed.trim() : (selected ?? '');
  const lookUp = async (dictionary: string) => {
    const request = { dictionary, version: upgrade.to, keyword: rows[0]?.name ?? '' };
    const answer = await findCode(request, { upgrading: true });
    if (!answer) return;
    setFound(answer);
    setTyped(answer.code);
    setSelected(OTHER);
  };
  return (
    <Dialog title={t('chooseCode')} size="lg" onClose={onClose} busy={choose.isPending}>
      <SubmitForm onSubmit={() => code !== '' && choose.mutate(code)}>
        <Stack gap="sm">
          <Text>{t('chooseFor', { count: rows.length, text: rows[0]?.name ?? '' })}</Text>
          {suggestions.isPending && <LoadingArea />}
          {suggestions.isError && (
            <FailedArea kind="panel" error={suggestions.error} onRetry={() => void suggestions.refetch()} />
          )}
          {suggestions.data && (
            <Radio.Group
              label={t('newCode', { version: upgrade.to })}
              value={selected}
              onChange={setSelected}
            >
              {suggestions.data.suggestions.map((one) => (
                <Radio
                  key={one.code}
                  value={one.code}
                  mt={6}
                  label={`${one.term} (${one.code})`}
                  description={one.path.join(' › ')}
                />
              ))}
              <Radio value={OTHER} mt={6} label={t('otherCode')} />
            </Radio.Group>
          )}
          {selected === OTHER && (
            <TextInput
              label={t('code')}
              description={found?.code === typed ? found.term : undefined}
              value={typed}
              maxLength={100}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          )}
          {suggestions.data && (
            <Button
              variant="default"
              style={{ alignSelf: 'start' }}
              leftSection={<IconSearch size={15} aria-hidden />}
              onClick={() => void lookUp(suggestions.data.dictionary)}
            >
              {t('lookUp', { version: upgrade.to })}
            </Button>
          )}
          <FailureNotice error={choose.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={choose.isPending}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={choose.isPending} disabled={code === ''}>
              {t('takeCode')}
            </Button>
          </Group>
        </Stack>
      </SubmitForm>
    </Dialog>
  );
}
