/** The settings of the sponsor: how its cases are numbered and edited, and where its reports may be mailed. */
import { Alert, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, LoadingArea, PageHeader } from '../../components/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { failureText } from '../../feedback/showFailure.ts';
import { useMay } from '../../session/sessionStore.ts';
import { CaseNumberForm } from './CaseNumberForm.tsx';
import { EditingForm } from './EditingForm.tsx';
import { MailForm } from './MailForm.tsx';
import classes from './settings.module.css';
import { settingsQuery } from './settings.queries.ts';
import { SettingsAudit } from './SettingsAudit.tsx';

export function SettingsPage() {
  const { t } = useTranslation('settings');
  const { sponsorKey } = useRouteContext();
  const mayEdit = useMay('EDIT.ADMIN');
  const settings = useQuery(settingsQuery(sponsorKey));
  const [auditShown, showAudit] = useState(false);
  // Discarding the changes resets the form to the stored settings.
  const [filled, setFilled] = useState(0);
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('title')}
        actions={
          <Button variant="default" onClick={() => showAudit(true)}>
            {t('audit.show')}
          </Button>
        }
      />
      <Text c="dimmed" mb="md">
        {t('later')}
      </Text>
      {!mayEdit && <Alert mb="md">{t('readOnly')}</Alert>}
      {settings.isPending && <LoadingArea />}
      {settings.isLoadingError && <EmptyState title={failureText(settings.error)} />}
      {settings.data && (
        <CaseNumberForm
          key={`${settings.data.setAt} ${filled}`}
          settings={settings.data}
          readOnly={!mayEdit}
          onDiscard={() => setFilled((count) => count + 1)}
        />
      )}
      {settings.data && (
        <EditingForm key={settings.data.editing.setAt} editing={settings.data.editing} readOnly={!mayEdit} />
      )}
      {settings.data && (
        <MailForm key={`mail ${settings.data.mail.setAt}`} mail={settings.data.mail} readOnly={!mayEdit} />
      )}
      {auditShown && <SettingsAudit onClose={() => showAudit(false)} />}
    </div>
  );
}
