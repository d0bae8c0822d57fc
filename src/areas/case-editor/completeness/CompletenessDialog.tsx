/** What the case lacks to be well documented: each by what it would add, with the way to its field. */
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { addressAt, type ItemAddress } from '../../../../shared/case/itemAddress.ts';
import type { Completeness, MissingInformation } from '../../../../shared/completeness/completeness.ts';
import { caseScope, rowScope, rowsOfItem, scopesOf } from '../../../../shared/expressions/scope.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { DataTable, ReadDialog } from '../../../components/index.ts';
import { useCaseRoute } from '../caseRoute.ts';
import { useEditorDialogs } from '../dialogs/useEditorDialogs.tsx';
import type { LiveCase } from '../findings/liveCase.ts';
import { ReporterLetter } from './ReporterLetter.tsx';
import { percent } from './percent.ts';
import { useCompleteness } from './useCompleteness.ts';

interface CompletenessDialogProps {
  caseKey: number;
  caseNo: string;
  /** the user may write to the reporter */
  mayWrite: boolean;
  /** as the region on the screen sees it */
  catalogue: Catalogue;
  live: LiveCase;
  onClose: () => void;
}

export function CompletenessDialog(props: CompletenessDialogProps) {
  const { live, onClose } = props;
  const { t } = useTranslation('completeness');
  const { language } = useRouteContext();
  const completeness = useCompleteness(live);
  const measure = live.world.catalogue.completeness[0];
  if (!measure || completeness?.score == null) return null;
  return (
    <ReadDialog
      title={t('title', { score: percent(completeness.score, language) })}
      size="xl"
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('explains', {
          name: wordsIn(measure.label, language),
          source: measure.source,
          good: percent(measure.good, language),
        })}
      </Text>
      <Missing {...props} completeness={completeness} measure={measure} />
    </ReadDialog>
  );
}

interface MissingProps extends CompletenessDialogProps {
  completeness: Completeness;
  measure: Catalogue['completeness'][number];
}

function Missing({ catalogue, live, completeness, measure, onClose, ...letter }: MissingProps) {
  const { rows } = measure;
  const [isWriting, setWriting] = useState(false);
  const { t } = useTranslation('completeness');
  const { language } = useRouteContext();
  const { pathOf, to } = useCaseRoute();
  const dialogs = useEditorDialogs();
  const whole = caseScope(live.world.catalogue, live.reader);
  const all = scopesOf(whole, rows).length;
  /** of the first item that the region has, in the first row that lacks it */
  const addressOf = (missing: MissingInformation): ItemAddress | null => {
    const itemId = missing.criterion.items.find((id) => catalogue.items[id]);
    const item = itemId === undefined ? undefined : catalogue.items[itemId];
    const row = rowScope(whole, rows, missing.rows[0] ?? []);
    return item ? addressAt(item.itemId, rowsOfItem(row, item)) : null;
  };
  const actions = (missing: MissingInformation) => {
    const address = addressOf(missing);
    const path = address && pathOf(catalogue, address);
    if (!address || !path) return null;
    const label = wordsIn(missing.criterion.label, language);
    return (
      <>
        <Button
          component={Link}
          to={to(path)}
          variant="subtle"
          size="compact-sm"
          aria-label={`${t('enter')}: ${label}`}
          onClick={onClose}
        >
          {t('enter')}
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`${t('ask')} ${label}`}
          onClick={() => {
            onClose();
            dialogs.show('questions', { address });
          }}
        >
          {t('ask')}
        </Button>
      </>
    );
  };
  const criteria = completeness.missing.flatMap((missing) => {
    const address = addressOf(missing);
    const { criterion, question } = missing.criterion;
    return address && question ? [{ criterion, question, address }] : [];
  });
  if (isWriting && measure.letter)
    return (
      <ReporterLetter
        {...letter}
        template={measure.letter}
        criteria={criteria}
        onClose={() => setWriting(false)}
      />
    );
  return (
    <>
      {letter.mayWrite && measure.letter && criteria.length > 0 && (
        <Button variant="default" size="compact-sm" my="xs" onClick={() => setWriting(true)}>
          {t('letter.write')}
        </Button>
      )}
      <DataTable<MissingInformation>
        label={t('missing')}
        rows={completeness.missing}
        rowKey={({ criterion }) => criterion.criterion}
        empty={t('complete')}
        columns={[
          {
            key: 'what',
            label: t('what'),
            render: ({ criterion }) => wordsIn(criterion.label, language),
          },
          { key: 'state', label: t('state'), render: ({ penalty }) => wordsIn(penalty.label, language) },
          {
            key: 'pairs',
            label: t('pairs'),
            render: (missing) => t('ofAll', { lacking: missing.rows.length, all }),
          },
          {
            key: 'gain',
            label: t('gain'),
            align: 'right',
            render: ({ gain }) => `+${percent(gain, language)}`,
          },
          { key: 'actions', label: t('actions'), render: actions },
        ]}
      />
    </>
  );
}
