/** The link of one study: which study of which source collects its data, what was read by it, and its changes. */
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import {
  exportStudyMappingAudit,
  listStudyMappingAudit,
  readStudyMapping,
  removeStudyMapping,
  saveStudyMapping,
  type DataOf,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { Redirect } from '../../app-context/Redirect.tsx';
import { usePathTo, useTimeZone } from '../../app-context/routeContext.ts';
import {
  Details,
  LoadingArea,
  PageHeader,
  ReasonDialog,
  showSuccess,
  Timestamp,
  useDialog,
} from '../../components/index.ts';
import { PageFailure } from '../../feedback/PageFailure.tsx';
import { reasonProps } from '../../feedback/reasonProps.ts';
import { List } from '../../lists/index.ts';
import { chooseCdmsStudy, chooseR3Study, type CdmsStudy } from './chooseStudy.ts';
import { listPath, mappingPath, useCompanySources, useMappingRoute } from './studyMapping.queries.ts';
import classes from './studyMapping.module.css';

type Mapping = DataOf<typeof readStudyMapping>;

const AUDIT = 'AD-MU-CO-ST-AT';
/** columns of the study, as the dialogs name them (specification 2-dialogs section 3) */
const NUMBER = 'STD_SPN_NO';
const NAME = 'STD_NAME';

export function StudyMappingPage() {
  const { t } = useTranslation('studyMapping');
  const { companyKey, studyKey, ofSponsor } = useMappingRoute();
  const to = usePathTo();
  const ofStudy = studyKey === 0 ? <NewMapping /> : <OpenMapping />;
  return (
    <div className={classes.page}>
      <Button
        component={Link}
        to={to(listPath(companyKey))}
        variant="subtle"
        leftSection={<IconArrowLeft size={15} aria-hidden />}
      >
        {t('toList')}
      </Button>
      {ofSponsor === 0 ? <OfFirstSponsor>{ofStudy}</OfFirstSponsor> : ofStudy}
    </div>
  );
}

/** An address without a sponsor, as the specification has it, is about the first one of the company. */
function OfFirstSponsor({ children }: { children: ReactNode }) {
  const route = useMappingRoute();
  const to = usePathTo();
  const sources = useCompanySources(route);
  if (sources.isLoadingError)
    return <PageFailure error={sources.error} onRetry={() => void sources.refetch()} />;
  if (!sources.data) return <LoadingArea />;
  const [first] = sources.data.sponsors;
  return first ? (
    <Redirect to={to(mappingPath(route.companyKey, route.studyKey, first.sponsorKey))} />
  ) : (
    children
  );
}

/** Begins with the study: the source is chosen where it is shown. */
function NewMapping() {
  const { t } = useTranslation('studyMapping');
  const route = useMappingRoute();
  const { companyKey, sponsorKey, ofSponsor } = route;
  const to = usePathTo();
  const navigate = useNavigate();
  const sources = useCompanySources(route);
  const sponsors = sources.data?.sponsors ?? [];
  const choose = async () => {
    const chosen = await chooseR3Study({ sponsorKey, companyKey, ofSponsor });
    if (chosen !== null) void navigate(to(mappingPath(companyKey, chosen, ofSponsor)));
  };
  return (
    <>
      <PageHeader title={t('newLink')} />
      <Text mb="sm">{t('newLinkNote')}</Text>
      <Group align="end">
        {sponsors.length > 1 && (
          <NativeSelect
            label={t('columns.sponsor')}
            data={sponsors.map((one) => ({ value: String(one.sponsorKey), label: one.name }))}
            value={String(ofSponsor)}
            onChange={({ currentTarget: { value } }) =>
              void navigate(to(mappingPath(companyKey, 0, Number(value))), { replace: true })
            }
          />
        )}
        <Button onClick={() => void choose()}>{t('chooseStudy')}…</Button>
      </Group>
    </>
  );
}

function OpenMapping() {
  const route = useMappingRoute();
  const { sponsorKey, companyKey, ofSponsor, studyKey } = route;
  const params = { sponsorKey, companyKey, ofSponsor, studyKey };
  const queries = useQueryClient();
  const mapping = useQuery({
    queryKey: ['study-mapping', ofSponsor, studyKey],
    queryFn: ({ signal }) => call(readStudyMapping, { params, signal }),
    gcTime: 0,
    meta: { ofPage: true },
  });
  if (mapping.isLoadingError)
    return <PageFailure error={mapping.error} onRetry={() => void mapping.refetch()} />;
  if (!mapping.data) return <LoadingArea />;
  return (
    <MappingOf
      params={params}
      mapping={mapping.data}
      onChanged={async () => {
        await Promise.all([
          mapping.refetch(),
          ...[AUDIT, 'AD-MU-CO-ST'].map((menuId) =>
            queries.invalidateQueries({ queryKey: ['list', menuId] }),
          ),
        ]);
      }}
    />
  );
}

interface MappingOfProps {
  params: { sponsorKey: number; companyKey: number; ofSponsor: number; studyKey: number };
  mapping: Mapping;
  onChanged: () => Promise<void>;
}

function MappingOf({ params, mapping, onChanged }: MappingOfProps) {
  const { t } = useTranslation('studyMapping');
  const { study, link } = mapping;
  const saving = useDialog<CdmsStudy, string>({
    carryOut: ({ sourceKey, studyId }, reason) =>
      call(saveStudyMapping, {
        params,
        body: { sourceKey, studyId, linkedAt: link?.linkedAt ?? null, reason },
      }),
    afterwards: () => {
      showSuccess(t('linked'));
      void onChanged();
    },
  });
  const ending = useDialog<string, string>({
    carryOut: (linkedAt, reason) => call(removeStudyMapping, { params, body: { linkedAt, reason } }),
    afterwards: () => {
      showSuccess(t('ended'));
      void onChanged();
    },
  });
  const choose = async () => {
    const chosen = await chooseCdmsStudy(params);
    if (chosen) saving.show(chosen);
  };
  return (
    <>
      <PageHeader title={String(study[NUMBER] ?? '')} subtitle={String(study[NAME] ?? '')} />
      <LinkFacts mapping={mapping} />
      <Group my="md">
        <Button onClick={() => void choose()}>{t(link ? 'chooseOther' : 'chooseCdms')}…</Button>
        {link && (
          <Button variant="default" onClick={() => ending.show(link.linkedAt)}>
            {t('end')}…
          </Button>
        )}
      </Group>
      <h2 className={classes.heading}>{t('trail')}</h2>
      <List
        menuId={AUDIT}
        call={listStudyMappingAudit}
        exportCall={exportStudyMappingAudit}
        params={params}
        of={params.studyKey}
        label={t('trail')}
        empty={t('noHistory')}
      />
      {saving.subject && (
        <ReasonDialog
          {...reasonProps(saving)}
          title={t('linkTo', { studyId: saving.subject.studyId })}
          note={<Text>{t(link ? 'otherNote' : 'linkNote', { protocol: saving.subject.protocol })}</Text>}
        />
      )}
      {ending.subject && (
        <ReasonDialog {...reasonProps(ending)} title={t('end')} note={<Text>{t('endNote')}</Text>} />
      )}
    </>
  );
}

function LinkFacts({ mapping: { sponsor, link } }: { mapping: Mapping }) {
  const { t } = useTranslation('studyMapping');
  const timeZone = useTimeZone();
  const time = (at: string | null) => (at === null ? null : <Timestamp iso={at} timeZone={timeZone} />);
  if (!link) return <Text>{t('notLinked', { sponsor })}</Text>;
  return (
    <Details
      details={[
        { label: t('columns.sponsor'), value: sponsor },
        { label: t('facts.source'), value: link.source },
        { label: t('facts.studyId'), value: link.studyId },
        { label: t('facts.protocol'), value: link.protocol },
        { label: t('facts.linkedAt'), value: time(link.linkedAt) },
        { label: t('facts.readAt'), value: time(link.readAt) },
        { label: t('facts.asOf'), value: time(link.asOf) },
        { label: t('facts.subjects'), value: link.subjects },
        { label: t('facts.versions'), value: link.versions.join(', ') || null },
      ]}
    />
  );
}
