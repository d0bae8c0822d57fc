/** Why the sign-on did not work, in words, and the two ways on. */
import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../feedback/Notice.tsx';
import { SmallLink } from '../../frame/PublicFrame.tsx';
import { failureText } from '../../feedback/showFailure.ts';
import { leaveForProvider, type SignOnTrip } from '../../frame/sign-on/signOnTrip.ts';
import { storedLanguage } from '../../i18n/index.ts';

export interface SignOnFailureProps {
  trip: SignOnTrip | null;
  /** of the server; null: it was not asked */
  failure: unknown;
  /** the error code of the provider; null: it gave none */
  errorCode: string | null;
}

/** The provider's word for "the user did not want to, or may not". */
const DENIED = 'access_denied';

export function SignOnFailure({ trip, failure, errorCode }: SignOnFailureProps) {
  const { t } = useTranslation('signOn');
  const again = useMutation({ mutationFn: leaveForProvider, meta: { ownFailure: true } });
  const shown = again.error ?? failure;
  const provider = trip?.label ?? '';
  const words = () => {
    if (shown) return failureText(shown);
    if (errorCode === null) return t('notBegun');
    return errorCode === DENIED
      ? t('denied', { provider })
      : t('providerError', { provider, error: errorCode });
  };
  return (
    <Stack>
      <Notice tone="error" role="alert">
        {words()}
      </Notice>
      {trip && (
        <Button loading={again.isPending || again.isSuccess} onClick={() => again.mutate(trip)}>
          {t('again', { provider })}
        </Button>
      )}
      <SmallLink href={`/login/${storedLanguage()}`}>{t('toLogin')}</SmallLink>
    </Stack>
  );
}
