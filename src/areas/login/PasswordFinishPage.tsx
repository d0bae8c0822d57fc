/** The new password is set: on to the login. */
import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Notice } from '../../feedback/Notice.tsx';
import { PublicFrame } from '../../frame/PublicFrame.tsx';
import { useChosenLanguage } from '../../i18n/useChosenLanguage.ts';

export function PasswordFinishPage() {
  const { t } = useTranslation('login');
  const [language, choose] = useChosenLanguage();
  return (
    <PublicFrame title={t('finish.title')} language={language} onLanguage={choose}>
      <Stack>
        <Notice tone="success">{t('finish.text')}</Notice>
        <Button component={Link} to={`/login/${language}`}>
          {t('finish.toLogin')}
        </Button>
      </Stack>
    </PublicFrame>
  );
}
