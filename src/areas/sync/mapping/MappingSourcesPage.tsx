/** The sources of one item in their order, and how many studies use each. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { MappingRule } from '../../../../shared/sync/mappingRule.ts';
import { conditionText, sourceText, transformText } from '../../../../shared/sync/ruleText.ts';
import { TRANSFORM_NAMES } from '../../../../shared/sync/transformNames.ts';
import { usePathTo, useRouteContext } from '../../../app-context/routeContext.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { DataTable, EmptyState, LoadingArea, PageHeader } from '../../../components/index.ts';
import { PageFailure } from '../../../feedback/PageFailure.tsx';
import { useMay } from '../../../session/sessionStore.ts';
import { Faults } from './faults.tsx';
import { sourcesQuery, type StudyScope } from './mapping.queries.ts';
import { rulePath, rulesPath, useStudyScope } from './useStudyScope.ts';
import classes from './mapping.module.css';

export function MappingSourcesPage() {
  const { t } = useTranslation('syncRules');
  const scope = useStudyScope();
  const itemId = useParams()['itemId'] ?? '';
  const { language } = useRouteContext();
  const to = usePathTo();
  const mayEdit = useMay('EDIT.MAPPING');
  const found = useQuery(sourcesQuery(scope, itemId, language));
  if (!found.data)
    return (
      <div className={classes.page}>
        {found.isPending ? (
          <LoadingArea />
        ) : (
          <PageFailure error={found.error} onRetry={() => void found.refetch()} />
        )}
      </div>
    );
  const { label, studyName, sources, studies, proposals } = found.data;
  const rows = [
    ...sources.map((one) => ({ ...one, proposed: false })),
    ...proposals.map((rule) => ({ rule, faults: [], usedIn: 0, proposed: true })),
  ];
  const next = Math.max(0, ...rows.map(({ rule }) => rule.targetSeqNo)) + 1;
  return (
    <div className={classes.page}>
      <PageHeader
        title={`${itemId} ${label}`}
        subtitle={t('sources.of', { study: studyName, count: sources.length, studies })}
        actions={
          <>
            {mayEdit && (
              <Button
                component={Link}
                to={to(rulePath(scope.studyKey, itemId, next))}
                leftSection={<IconPlus size={15} aria-hidden />}
              >
                {t('sources.add')}
              </Button>
            )}
            <Button variant="default" component={Link} to={to(rulesPath(scope.studyKey))}>
              {t('toList')}
            </Button>
          </>
        }
      />
      <SourceTable scope={scope} rows={rows} studies={studies} />
    </div>
  );
}

interface Row {
  rule: MappingRule;
  faults: Parameters<typeof Faults>[0]['faults'];
  usedIn: number;
  proposed: boolean;
}

function SourceTable({ scope, rows, studies }: { scope: StudyScope; rows: readonly Row[]; studies: number }) {
  const { t } = useTranslation('syncRules');
  const { language } = useRouteContext();
  const to = usePathTo();
  return (
    <DataTable
      label={t('sources.title')}
      rows={rows}
      rowKey={({ rule }) => String(rule.targetSeqNo)}
      empty={<EmptyState title={t('sources.none')} />}
      fullText
      columns={[
        {
          key: 'order',
          label: t('sources.order'),
          render: ({ rule: { itemId, targetSeqNo } }) => (
            <Link to={to(rulePath(scope.studyKey, itemId, targetSeqNo))}>
              {t('sources.number', { number: targetSeqNo })}
            </Link>
          ),
        },
        { key: 'source', label: t('fields.source'), render: ({ rule }) => sourceText(rule.source) },
        {
          key: 'transform',
          label: t('fields.transform'),
          render: ({ rule: { transform } }) =>
            transformText(transform, wordsIn(TRANSFORM_NAMES[transform.kind], language)),
        },
        {
          key: 'condition',
          label: t('fields.condition'),
          render: ({ rule }) => conditionText(rule.condition),
        },
        {
          key: 'state',
          label: t('sources.state'),
          render: ({ faults, proposed }) =>
            proposed ? (
              t('sources.proposed')
            ) : faults.length > 0 ? (
              <Faults faults={faults} />
            ) : (
              t('sources.ok')
            ),
        },
        {
          key: 'usedIn',
          label: t('sources.usedIn'),
          render: ({ usedIn, proposed }) =>
            proposed ? '' : t('sources.studies', { count: usedIn, studies }),
        },
      ]}
    />
  );
}
