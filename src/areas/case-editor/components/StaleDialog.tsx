/** Items of a refused save that somebody else changed meanwhile: theirs or mine, one by one. */
import { Button, Group, Modal, Radio, Stack, Table, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import type { StaleItem } from '../../../../machines/save/save.machine.ts';
import { addressKey } from '../../../../shared/case/itemAddress.ts';
import type { PageSession } from '../../../engine/index.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { formatTime } from '../../../i18n/formatTime.ts';
import type { Language } from '../../../i18n/index.ts';
import { useSession } from '../../../session/sessionStore.ts';
import { displayText } from '../display.ts';
import { useLabels } from '../useLabels.ts';

export interface StaleDialogProps {
  stale: readonly StaleItem[];
  session: PageSession;
  catalogue: Catalogue;
  language: Language;
  /** keys of the addresses that keep the other person's value */
  onAnswer: (takeTheirs: readonly string[]) => void;
  onClose: () => void;
}

type Choice = 'mine' | 'theirs';

export function StaleDialog({ stale, session, catalogue, language, onAnswer, onClose }: StaleDialogProps) {
  const { t } = useTranslation('editor');
  const { timeZone } = useSession();
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const stored = useMemo(
    () =>
      stale.flatMap((entry) => [
        { itemId: entry.itemId, value: entry.theirs.value },
        { itemId: entry.itemId, value: session.get(entry).value },
      ]),
    [stale, session],
  );
  const label = useLabels(catalogue, stored, language);
  const choiceOf = (key: string): Choice => choices[key] ?? 'theirs';
  const keys = stale.map(addressKey);
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t('stale.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack>
        <Text size="sm">{t('stale.text')}</Text>
        <Table aria-label={t('stale.title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('audit.item')}</Table.Th>
              <Table.Th>{t('stale.theirs')}</Table.Th>
              <Table.Th>{t('stale.mine')}</Table.Th>
              <Table.Th>{t('stale.by')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {stale.map((entry) => {
              const key = addressKey(entry);
              const item = catalogue.items[entry.itemId];
              // a stale row is named by its group
              const named = item?.label ?? catalogue.groups[entry.itemId]?.rowLabel;
              const words = named ? wordsIn(named, language) : entry.itemId;
              const option = (choice: Choice, text: string) => (
                <Radio
                  name={key}
                  checked={choiceOf(key) === choice}
                  onChange={() => setChoices({ ...choices, [key]: choice })}
                  label={text || t('stale.empty')}
                  aria-label={`${words}: ${t(choice === 'mine' ? 'stale.mine' : 'stale.theirs')}`}
                />
              );
              return (
                <Table.Tr key={key}>
                  <Table.Th scope="row">{words}</Table.Th>
                  <Table.Td>{option('theirs', displayText(item, entry.theirs, label))}</Table.Td>
                  <Table.Td>{option('mine', displayText(item, session.get(entry), label))}</Table.Td>
                  <Table.Td>
                    {entry.changedBy}
                    {entry.changedAt && `, ${formatTime(entry.changedAt, timeZone)}`}
                  </Table.Td>
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
    </Modal>
  );
}
