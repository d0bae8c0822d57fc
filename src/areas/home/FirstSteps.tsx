/** What a new sponsor still needs, with the ways to it. It is gone when all is there; until then it can be hidden. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DataOf, readFirstSteps } from '../../../shared/contract/index.ts';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { firstStepsQuery } from './home.queries.ts';
import { HomeCard } from './HomeCard.tsx';
import classes from './HomePage.module.css';

type Step = DataOf<typeof readFirstSteps>['steps'][number];

/** Where each is added; null: on no page, since those who run the product load it. */
const WAYS: Record<Step['step'], string | null> = {
  sender: 'caseinfo/sender/0/detail',
  product: 'caseinfo/product/0/detail',
  receiver: 'caseinfo/receiver/0/detail',
  users: 'user/0/detail',
  dictionary: null,
};

export function FirstSteps() {
  const { t } = useTranslation('home');
  const context = useRouteContext();
  const query = useQuery(firstStepsQuery(context));
  const [hidden, toggle] = useHidden(context.sponsorKey);
  const steps = query.data?.steps;
  if (query.isPending || steps?.every(({ done }) => done)) return null;
  const counts = { done: steps?.filter(({ done }) => done).length, all: steps?.length };
  return (
    <div className={classes.firstSteps}>
      <HomeCard
        title={t('firstSteps.title')}
        query={query}
        action={
          <Button variant="subtle" size="compact-sm" aria-expanded={!hidden} onClick={toggle}>
            {t(hidden ? 'firstSteps.show' : 'firstSteps.hide', counts)}
          </Button>
        }
      >
        {(data) =>
          !hidden && (
            <ul className={classes.steps}>
              {data.steps.map((one) => (
                <StepLine key={one.step} {...one} />
              ))}
            </ul>
          )
        }
      </HomeCard>
    </div>
  );
}

function StepLine({ step, done }: Step) {
  const { t } = useTranslation('home');
  const to = usePathTo();
  const way = WAYS[step];
  const Mark = done ? IconCircleCheck : IconCircle;
  const name = t(`firstSteps.steps.${step}`);
  return (
    <li>
      <span>
        <Mark size={16} aria-hidden className={classes.mark} />{' '}
        {way === null || done ? (
          name
        ) : (
          <Link to={to(way)} className={classes.number}>
            {name}
          </Link>
        )}
        {!done && <small>{t(`firstSteps.why.${step}`)}</small>}
      </span>
      <span className={classes.when}>{t(done ? 'firstSteps.done' : 'firstSteps.open')}</span>
    </li>
  );
}

/** Whether the steps of the sponsor are hidden in this browser. */
function useHidden(sponsorKey: number): [boolean, () => void] {
  const key = `casewright.firstStepsHidden.${sponsorKey}`;
  const [hidden, setHidden] = useState(() => localStorage.getItem(key) === 'Y');
  const toggle = () => {
    localStorage.setItem(key, hidden ? 'N' : 'Y');
    setHidden(!hidden);
  };
  return [hidden, toggle];
}
