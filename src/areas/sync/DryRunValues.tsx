/** Values of the case before and after, each with its source and its rule; what a person changed is shown with both. */
import { Checkbox, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { DryRunValue } from '../../../shared/contract/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { catalogueQuery } from '../../catalogue/catalogue.queries.ts';
import { displayText, type CodeLabels } from '../../catalogue/display.ts';
import { useLabels } from '../../catalogue/useLabels.ts';
import { Scroller, StatusBadge, type Tone } from '../../components/index.ts';
import { LoadedArea } from '../../feedback/LoadedArea.tsx';
import { RuleLink } from './RuleLink.tsx';
import classes from './sync.module.css';

interface DryRunValuesProps {
  values: readonly DryRunValue[];
  /** addresses at which the source is preferred */
  overwrite: readonly string[];
  /** left out: the user may not decide */
  onOverwrite?: (address: string) => void;
}

export function DryRunValues(props: DryRunValuesProps) {
  const { appendix } = useRouteContext();
  const catalogue = useQuery(catalogueQuery(appendix));
  return <LoadedArea query={catalogue}>{(read) => <Values {...props} catalogue={read} />}</LoadedArea>;
}

function Values({ values, overwrite, onOverwrite, catalogue }: DryRunValuesProps & { catalogue: Catalogue }) {
  const { t } = useTranslation('sync');
  const { language } = useRouteContext();
  const [isAllShown, setAllShown] = useState(false);
  const stored = useMemo(
    () =>
      values.flatMap(({ itemId, before, after }) => [
        { itemId, value: before.value },
        { itemId, value: after.value },
      ]),
    [values],
  );
  const labels = useLabels(catalogue, stored, language);
  const same = values.filter(({ outcome }) => outcome === 'same').length;
  const shown = isAllShown ? values : values.filter(({ outcome }) => outcome !== 'same');
  return (
    <>
      {same > 0 && (
        <Checkbox
          label={t('dryRun.showSame', { count: same })}
          checked={isAllShown}
          onChange={({ currentTarget }) => setAllShown(currentTarget.checked)}
        />
      )}
      {shown.length > 0 && (
        <Scroller className={classes.scroll} aria-label={t('dryRun.values')}>
          <Table aria-label={t('dryRun.values')} stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('dryRun.item')}</Table.Th>
                <Table.Th>{t('dryRun.before')}</Table.Th>
                <Table.Th>{t('dryRun.after')}</Table.Th>
                <Table.Th>{t('dryRun.source')}</Table.Th>
                <Table.Th>{t('dryRun.outcome')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((value) => (
                <ValueRow
                  key={value.address}
                  isChosen={overwrite.includes(value.address)}
                  {...{ value, catalogue, labels, onOverwrite }}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Scroller>
      )}
    </>
  );
}

const TONES: Record<DryRunValue['outcome'], Tone> = {
  same: 'neutral',
  set: 'success',
  conflict: 'warning',
  deleted: 'warning',
};

interface ValueRowProps {
  value: DryRunValue;
  isChosen: boolean;
  catalogue: Catalogue;
  labels: CodeLabels;
  onOverwrite: ((address: string) => void) | undefined;
}

function ValueRow({ value, isChosen, catalogue, labels, onOverwrite }: ValueRowProps) {
  const { t } = useTranslation('sync');
  const { address, itemId, place, before, after, outcome, touched, hidden, sourceText, source, rule } = value;
  const item = catalogue.items[itemId];
  const textOf = (stored: DryRunValue['before']) =>
    hidden ? <em>{t('hidden')}</em> : displayText(item, stored, labels) || '–';
  const isDecided = outcome === 'conflict' || (outcome === 'set' && isChosen);
  return (
    <Table.Tr>
      <Table.Td>{place}</Table.Td>
      <Table.Td>
        {textOf(before)} {touched && !hidden && <span className={classes.dim}>{t('dryRun.byHand')}</span>}
      </Table.Td>
      <Table.Td>{textOf(after)}</Table.Td>
      <Table.Td>
        {sourceText} <span className={classes.dim}>{source ?? t('dryRun.constant')}</span>{' '}
        <RuleLink rule={rule} />
      </Table.Td>
      <Table.Td>
        <StatusBadge tone={TONES[outcome]}>{t(`outcomes.${outcome}`)}</StatusBadge>
        {isDecided && onOverwrite && (
          <Checkbox label={t('dryRun.overwrite')} checked={isChosen} onChange={() => onOverwrite(address)} />
        )}
      </Table.Td>
    </Table.Tr>
  );
}
