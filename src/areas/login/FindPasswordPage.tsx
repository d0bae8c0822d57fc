/** There is no reset by mail in this version; the page says whom to ask. */
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { PublicFrame, SmallLink } from './PublicFrame.tsx';
import { useLoginLanguage } from './useLoginLanguage.ts';

export function FindPasswordPage() {
  const { t } = useTranslation('login');
  const language = useLoginLanguage();
  const navigate = useNavigate();
  return (
    <PublicFrame
      title={t('findPassword.title')}
      language={language}
      onLanguage={(next) => void navigate(`/find-password/${next}`, { replace: true })}
    >
      <Stack>
        <Text size="sm">{t('findPassword.text')}</Text>
        <SmallLink href={`/login/${language}`}>{t('findPassword.back')}</SmallLink>
      </Stack>
    </PublicFrame>
  );
}
