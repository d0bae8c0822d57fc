/** Which rows of a study are events, and which rows of a case are made from its rows. */
import { Button, MultiSelect, Select, Stack, TagsInput, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveMappingEvents } from '../../../../shared/contract/index.ts';
import { MAX_WINDOW_DAYS, type GroupRule, type RuleSet } from '../../../../shared/sync/mappingRule.ts';
import { call } from '../../../api/index.ts';
import { Dialog, isWithin, ReasonForm } from '../../../components/index.ts';
import { attemptProps } from '../../../feedback/reasonProps.ts';
import { useMay } from '../../../session/sessionStore.ts';
import { GroupFields } from './GroupFields.tsx';
import type { RuleSetFacts, StudyScope } from './mapping.queries.ts';
import { groupOfValue, groupValue, useItemOptions, withValue, type ItemOptions } from './useItemOptions.ts';
import { useSaveMapping } from './useSaveMapping.ts';

interface EventsDialogProps {
  scope: StudyScope;
  set: RuleSetFacts;
  onClose: () => void;
}

const WINDOW_DAYS = { min: 0, max: MAX_WINDOW_DAYS };

const NO_EVENT: RuleSet['event'] = {
  formOid: '',
  groupOid: '',
  termItemOid: '',
  seriousItemOid: null,
  seriousValues: [],
  bookletItemOid: null,
};

export function EventsDialog({ scope, set: current, onClose }: EventsDialogProps) {
  const { t } = useTranslation('syncRules');
  const mayEdit = useMay('EDIT.MAPPING');
  const options = useItemOptions(scope);
  // what is typed is about the rules as they were then: with the number of a later version it would replace that one
  const [set] = useState(current);
  const [event, setEvent] = useState(set.event ?? NO_EVENT);
  const [groups, setGroups] = useState<GroupRule[]>(() => set.groups.map(({ faults: _, ...group }) => group));
  const [isChecked, setChecked] = useState(false);
  const { versionNo } = set;
  const save = useSaveMapping(
    scope,
    (reason: string) =>
      call(saveMappingEvents, { params: { ...scope }, body: { reason, versionNo, event, groups } }),
    onClose,
  );
  const isComplete =
    event.termItemOid !== '' &&
    groups.every(({ groupId, source }) => groupId !== '' && source.groupOid !== '');
  const attempt = attemptProps(save, onClose);
  const fields = (
    <Stack gap="sm">
      {set.versionNo === 0 && <Text size="sm">{t('events.proposed')}</Text>}
      <EventFields event={event} options={options} readOnly={!mayEdit} onChange={setEvent} />
      <Text fw={600} component="h3">
        {t('events.rows')}
      </Text>
      {groups.map((group, index) => (
        <GroupFields
          key={index}
          number={index + 1}
          rule={group}
          faults={set.groups[index]?.faults ?? []}
          caseGroups={set.caseGroups}
          options={options}
          readOnly={!mayEdit}
          onChange={(next) => setGroups(groups.flatMap((one, at) => (at === index ? (next ?? []) : one)))}
        />
      ))}
      {mayEdit && (
        <Button
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => setGroups([...groups, newGroup()])}
        >
          {t('events.addRows')}
        </Button>
      )}
    </Stack>
  );
  return (
    <Dialog onClose={onClose} size="xl" title={t('events.title')}>
      {mayEdit ? (
        <ReasonForm
          {...attempt}
          note={fields}
          problem={isChecked && !isComplete ? t('events.incomplete') : attempt.problem}
          isReady={() => {
            setChecked(true);
            return isComplete && groups.every(({ window }) => isWithin(window?.days ?? null, WINDOW_DAYS));
          }}
        />
      ) : (
        fields
      )}
    </Dialog>
  );
}

const newGroup = (): GroupRule => ({
  groupId: '',
  source: { formOid: '', groupOid: '', condition: [] },
  rows: 'all',
  window: null,
  version: 0,
});

interface EventFieldsProps {
  event: RuleSet['event'];
  options: ItemOptions;
  readOnly: boolean;
  onChange: (event: RuleSet['event']) => void;
}

function EventFields({ event, options, readOnly, onChange }: EventFieldsProps) {
  const { t } = useTranslation('syncRules');
  const items = options.itemsOf(event.formOid, event.groupOid);
  const group = event.groupOid === '' ? null : groupValue(event.formOid, event.groupOid);
  const source = options.source(event.formOid, event.groupOid, event.seriousItemOid ?? '');
  const codes = source?.codes.map(({ code }) => code) ?? [];
  const serious = {
    label: t('events.seriousValues'),
    readOnly,
    value: event.seriousValues,
    onChange: (seriousValues: string[]) => onChange({ ...event, seriousValues }),
  };
  return (
    <>
      <Select
        label={t('events.group')}
        data-autofocus
        openOnFocus={false}
        required
        searchable
        allowDeselect={false}
        readOnly={readOnly}
        data={withValue(options.groups, group)}
        value={group}
        onChange={(value) => value && onChange({ ...NO_EVENT, ...groupOfValue(value) })}
      />
      <Select
        label={t('events.term')}
        required
        searchable
        allowDeselect={false}
        readOnly={readOnly}
        data={withValue(items, event.termItemOid)}
        value={event.termItemOid || null}
        onChange={(termItemOid) => onChange({ ...event, termItemOid: termItemOid ?? '' })}
      />
      <Select
        label={t('events.serious')}
        description={t('events.seriousHelp')}
        searchable
        clearable
        readOnly={readOnly}
        data={withValue(items, event.seriousItemOid)}
        value={event.seriousItemOid}
        onChange={(seriousItemOid) => onChange({ ...event, seriousItemOid })}
      />
      {event.seriousItemOid !== null &&
        (codes.length > 0 ? (
          <MultiSelect {...serious} data={[...new Set([...codes, ...event.seriousValues])]} />
        ) : (
          <TagsInput {...serious} />
        ))}
      <Select
        label={t('events.booklet')}
        description={t('events.bookletHelp')}
        searchable
        clearable
        readOnly={readOnly}
        data={withValue(items, event.bookletItemOid)}
        value={event.bookletItemOid}
        onChange={(bookletItemOid) => onChange({ ...event, bookletItemOid })}
      />
    </>
  );
}
