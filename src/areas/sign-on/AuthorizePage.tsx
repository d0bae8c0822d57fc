/** Where an identity provider sends the browser back to (specification section 2): gets in, or links an account first. */
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
// past the door of the components: this page comes before the login
import { showSuccess } from '../../components/toasts.tsx';
import { PublicFrame } from '../../frame/PublicFrame.tsx';
import { tripUnderWay, type SignOnTrip } from '../../frame/sign-on/signOnTrip.ts';
import { useEntry, type Entry } from '../../frame/sign-on/useEntry.tsx';
import { useChosenLanguage } from '../../i18n/useChosenLanguage.ts';
import { currentSession } from '../../session/sessionStore.ts';
import { answerIn, arrive } from './arrive.ts';
import { LinkForm } from './LinkForm.tsx';
import { SignOnFailure } from './SignOnFailure.tsx';

export function AuthorizePage() {
  const { t } = useTranslation('signOn');
  const [language, chooseLanguage] = useChosenLanguage();
  const [trip] = useState(tripUnderWay);
  const navigate = useNavigate();
  const { enter, choice } = useEntry(
    trip ?? { returnTo: null },
    () => void navigate(`/login/${language}`, { replace: true }),
  );
  const { data: arrival, error } = useArrival(trip, enter);
  const isLinking = arrival?.kind === 'link';
  return (
    <PublicFrame
      title={t(isLinking ? 'link.title' : 'title')}
      language={language}
      onLanguage={chooseLanguage}
    >
      {!arrival && !error && <Loader aria-label={t('waiting')} />}
      {trip && isLinking && (
        <LinkForm
          toLink={arrival}
          trip={trip}
          own={trip.purpose === 'link' ? currentSession() : null}
          onLinked={(session) => {
            showSuccess(t('link.done', { provider: trip.label }));
            return enter(session);
          }}
        />
      )}
      {(error || arrival?.kind === 'failed') && (
        <SignOnFailure
          trip={trip}
          failure={error}
          errorCode={arrival?.kind === 'failed' ? arrival.errorCode : null}
        />
      )}
      {choice}
    </PublicFrame>
  );
}

/** Takes the provider's answer once, and takes it out of the address: a code has no business in the history. */
function useArrival(trip: SignOnTrip | null, enter: Entry['enter']) {
  const [search] = useSearchParams();
  const [answer] = useState(() => answerIn(search));
  const navigate = useNavigate();
  useEffect(() => void navigate('/oauth/authorize', { replace: true }), [navigate]);
  return useQuery({
    queryKey: ['sign-on', answer.state],
    queryFn: async () => {
      const arrival = await arrive(answer, trip);
      if (arrival.kind === 'signedIn') await enter(arrival.session);
      return arrival;
    },
    staleTime: Infinity,
    retry: false,
    meta: { ownFailure: true },
  });
}
