/** Items that another user changed while they were edited here: original, theirs and mine, and a choice for each. */
import { Button, Group, Radio, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/index.ts';
import { useTimeZone } from '../../app-context/routeContext.ts';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { StaleItem } from '../../../machines/save/save.machine.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import type { PageSession } from '../../engine/index.ts';
import { formatTime } from '../../i18n/formatTime.ts';
import type { Language } from '../../i18n/index.ts';
import { changeName } from '../changeName.ts';
import { useVersions } from '../useVersions.ts';
import { Compared } from '../Compared.tsx';
import { staleKey } from './staleItems.ts';
import classes from './StaleDialog.module.css';

export interface StaleDialogProps {
  stale: readonly StaleItem[];
  /** the session that edits an address */
  sessionAt: (address: ItemAddress) => PageSession | null;
  catalogue: Catalogue;
  language: Language;
  /** keys of those that keep the other user's value, by `staleKey` */
  onAnswer: (takeTheirs: readonly string[]) => void;
  onClose: () => void;
}

type Choice = 'mine' | 'theirs';

export function StaleDialog({ stale, sessionAt, catalogue, language, onAnswer, onClose }: StaleDialogProps) {
  const { t } = useTranslation(['editor', 'presence']);
  const timeZone = useTimeZone();
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const versionsOf = useVersions(stale, sessionAt, catalogue, language);
  const keys = stale.map(staleKey);
  const choiceOf = (key: string): Choice => choices[key] ?? 'theirs';
  const chooseAll = (choice: Choice) => setChoices(Object.fromEntries(keys.map((key) => [key, choice])));
  return (
    <Dialog onClose={onClose} size="min(72rem, 95vw)" title={t('stale.title')}>
      <Stack>
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{t('stale.text')}</Text>
          <Group gap="xs" wrap="nowrap">
            <Button size="compact-sm" variant="default" onClick={() => chooseAll('theirs')}>
              {t('presence:allTheirs')}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => chooseAll('mine')}>
              {t('presence:allMine')}
            </Button>
          </Group>
        </Group>
        <Table aria-label={t('stale.title')} className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('audit.item')}</Table.Th>
              <Table.Th>{t('presence:original')}</Table.Th>
              <Table.Th>{t('stale.theirs')}</Table.Th>
              <Table.Th>{t('stale.mine')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {stale.map((entry) => {
              const key = staleKey(entry);
              const name = changeName(catalogue, entry, language, entry.row !== undefined);
              const { original, theirs, mine, others } = versionsOf(entry);
              const option = (choice: Choice, text: string, label: string) => (
                <Table.Td data-chosen={choiceOf(key) === choice || undefined}>
                  <Radio
                    name={key}
                    checked={choiceOf(key) === choice}
                    onChange={() => setChoices({ ...choices, [key]: choice })}
                    label={label}
                    aria-label={`${name}: ${label}`}
                  />
                  <Compared text={text} other={original} />
                </Table.Td>
              );
              const when = entry.changedAt && formatTime(entry.changedAt, timeZone);
              return (
                <Table.Tr key={key}>
                  <Table.Th scope="row">
                    {name}
                    {others.map(({ itemId, text }) => (
                      <Text size="xs" key={itemId}>
                        {t('stale.otherChanged', {
                          item: changeName(catalogue, { ...entry, itemId }, language),
                          now: text || t('stale.empty'),
                        })}
                      </Text>
                    ))}
                  </Table.Th>
                  <Table.Td>
                    <Compared text={original} />
                  </Table.Td>
                  {option('theirs', theirs, [entry.changedBy, when].filter(Boolean).join(', '))}
                  {option('mine', mine, t('stale.mine'))}
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('stale.back')}
          </Button>
          <Button onClick={() => onAnswer(keys.filter((key) => choiceOf(key) === 'theirs'))} data-autofocus>
            {t('stale.save')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
