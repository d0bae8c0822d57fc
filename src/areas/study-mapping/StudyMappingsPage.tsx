/** The sources of clinical data of a company, and its studies that are linked to them. */
import { Button, Group } from '@mantine/core';
import { IconArrowLeft, IconLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { exportStudyMappings, listStudyMappings } from '../../../shared/contract/index.ts';
import { usePathTo } from '../../app-context/routeContext.ts';
import { GuardedButton, LoadingArea, PageHeader } from '../../components/index.ts';
import { FailedArea } from '../../feedback/FailedArea.tsx';
import { List } from '../../lists/index.ts';
import { SourceTable } from './SourceTable.tsx';
import {
  companyPath,
  listPath,
  mappingPath,
  useCompanySources,
  useMappingRoute,
} from './studyMapping.queries.ts';
import classes from './studyMapping.module.css';

export function StudyMappingsPage() {
  const { t } = useTranslation('studyMapping');
  const route = useMappingRoute();
  const { companyKey, sponsorKey } = route;
  const to = usePathTo();
  const navigate = useNavigate();
  const sources = useCompanySources(route);
  if (sources.isLoadingError)
    return <FailedArea kind="page" error={sources.error} onRetry={() => void sources.refetch()} />;
  if (!sources.data) return <LoadingArea />;
  const [first] = sources.data.sponsors;
  return (
    <div className={classes.page}>
      <Button
        component={Link}
        to={to(companyPath(companyKey))}
        variant="subtle"
        leftSection={<IconArrowLeft size={15} aria-hidden />}
      >
        {t('toCompany')}
      </Button>
      <PageHeader title={t('title')} subtitle={sources.data.sponsors.map(({ name }) => name).join(', ')} />
      <SourceTable
        {...{ route }}
        answer={sources.data}
        onChanged={async () => void (await sources.refetch())}
      />
      <h2 className={classes.heading}>{t('links')}</h2>
      <List
        menuId="AD-MU-CO-ST"
        call={listStudyMappings}
        exportCall={exportStudyMappings}
        params={{ sponsorKey, companyKey }}
        of={companyKey}
        path={listPath(companyKey)}
        label={t('links')}
        searchLabel={t('search')}
        empty={t('noLinks')}
        actions={() => (
          <Group role="toolbar" aria-label={t('actions')}>
            <GuardedButton
              variant="default"
              leftSection={<IconLink size={15} aria-hidden />}
              why={sources.data.sources.length === 0 ? t('sourceFirst') : null}
              onClick={() => void navigate(to(mappingPath(companyKey, 0, first?.sponsorKey ?? 0)))}
            >
              {t('linkStudy')}…
            </GuardedButton>
          </Group>
        )}
      />
    </div>
  );
}
