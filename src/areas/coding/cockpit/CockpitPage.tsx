/** The coding cockpit: what coders, second coders and adjudicators have to do; the address names the step. */
import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { CODING_ACCESS, SECOND_CODER } from '../../../../shared/contract/index.ts';
import { PageHeader } from '../../../components/index.ts';
import { useMay } from '../../../session/sessionStore.ts';
import classes from './cockpit.module.css';
import { DifferencesView } from './DifferencesView.tsx';
import { QueueView } from './QueueView.tsx';

const STEPS = ['first', 'second', 'decide'] as const;
const SECOND_ONLY = ['second'] as const;

export function CockpitPage() {
  const { t } = useTranslation(['coding', 'pages']);
  const { sponsorKey, sessionSenderKey, appendix, language } = useRouteContext();
  const scope = `${sponsorKey}/${sessionSenderKey}/${appendix}/${language}`;
  const [query, setQuery] = useSearchParams();
  const mayCases = useMay(...CODING_ACCESS);
  const maySecond = useMay(SECOND_CODER);
  const steps = mayCases ? STEPS.filter((one) => one !== 'second' || maySecond) : SECOND_ONLY;
  const step = steps.find((one) => one === query.get('step')) ?? steps[0] ?? 'first';
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('pages:titles.codingQueue')}
        actions={
          <SegmentedControl
            aria-label={t('cockpit.step')}
            value={step}
            data={steps.map((value) => ({ value, label: t(`cockpit.steps.${value}`) }))}
            onChange={(value) => setQuery(value === 'first' ? {} : { step: value })}
          />
        }
      />
      {step === 'decide' ? (
        <DifferencesView scope={scope} />
      ) : (
        // another queue begins at its first text
        <QueueView key={step} {...{ scope, step }} />
      )}
    </div>
  );
}
