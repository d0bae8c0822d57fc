/** Where an identity provider sends the browser back to (specification section 2): gets in, or links an account first. */
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
// past the door of the components: this page comes before the login
import { showSuccess } from '../../components/toasts.tsx';
import { safeRedirect } from '../../frame/loginPath.ts';
import { pathIn, placeOf } from '../../frame/place.ts';
import { PublicFrame } from '../../frame/PublicFrame.tsx';
import { tripUnderWay, type SignOnTrip } from '../../frame/sign-on/signOnTrip.ts';
import { isLanguage, storedLanguage, storeLanguage, switchLanguage } from '../../i18n/index.ts';
import { currentSession, signedIn, type Session } from '../../session/sessionStore.ts';
import { answerIn, arrive } from './arrive.ts';
import { LinkForm } from './LinkForm.tsx';
import { NotArrived } from './NotArrived.tsx';

export function AuthorizePage() {
  const { t } = useTranslation('signOn');
  const [language, setLanguage] = useState(storedLanguage);
  const [trip] = useState(tripUnderWay);
  const { data: arrival, error } = useArrival(trip);
  const navigate = useNavigate();
  const goalOf = (session: Session) =>
    safeRedirect(trip?.returnTo ?? null) ?? pathIn(placeOf(session), 'home');
  if (arrival?.kind === 'signedIn') return <Navigate to={goalOf(arrival.session)} replace />;
  const isLinking = arrival?.kind === 'link';
  return (
    <PublicFrame
      title={t(isLinking ? 'link.title' : 'title')}
      language={language}
      onLanguage={(next) => {
        if (!isLanguage(next)) return;
        storeLanguage(next);
        setLanguage(next);
        void switchLanguage(next);
      }}
    >
      {!arrival && !error && <Loader aria-label={t('waiting')} />}
      {trip && isLinking && (
        <LinkForm
          toLink={arrival}
          trip={trip}
          own={trip.purpose === 'link' ? currentSession() : null}
          onLinked={(session) => {
            signedIn(session);
            showSuccess(t('link.done', { provider: trip.label }));
            void navigate(goalOf(session), { replace: true });
          }}
        />
      )}
      {(error || arrival?.kind === 'failed') && (
        <NotArrived trip={trip} failure={error} said={arrival?.kind === 'failed' ? arrival.said : null} />
      )}
    </PublicFrame>
  );
}

/** Takes the provider's answer once, and takes it out of the address: a code has no business in the history. */
function useArrival(trip: SignOnTrip | null) {
  const [search] = useSearchParams();
  const [answer] = useState(() => answerIn(search));
  const navigate = useNavigate();
  useEffect(() => void navigate('/oauth/authorize', { replace: true }), [navigate]);
  return useQuery({
    queryKey: ['sign-on', answer.state],
    queryFn: () => arrive(answer, trip),
    staleTime: Infinity,
    retry: false,
    meta: { ownFailure: true },
  });
}
