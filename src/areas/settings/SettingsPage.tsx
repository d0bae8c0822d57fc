/** The settings of the sponsor, a tab for each part; the address names the tab. */
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { AddressTabs, PageHeader } from '../../components/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { useUndisturbed } from '../../app-context/undisturbed.ts';
import { LoadedArea } from '../../feedback/LoadedArea.tsx';
import { useMay } from '../../session/sessionStore.ts';
import { ConfigurationPanel } from './configuration/ConfigurationPanel.tsx';
import { CaseNumberForm } from './CaseNumberForm.tsx';
import { LogoForm } from './LogoForm.tsx';
import { MailForm } from './MailForm.tsx';
import classes from './settings.module.css';
import { PartForm } from './PartForm.tsx';
import { settingsQuery, workflowSettingsQuery } from './settings.queries.ts';
import { SettingsAudit } from './SettingsAudit.tsx';
import { WorkflowForm } from './workflow/WorkflowForm.tsx';

const PARTS = [
  'caseNumber',
  'general',
  'logo',
  'dictionaries',
  'coding',
  'accounts',
  'retention',
  'editing',
  'reasons',
  'navigation',
  'workflow',
  'receivers',
  'reports',
  'mail',
  'configuration',
] as const;
type Part = (typeof PARTS)[number];

/** What the audit trail calls a part; null: it has no entries of its own. */
const settingOf = (part: string): string | null =>
  part === 'configuration' ? null : part === 'logo' ? 'general.logo' : part;

export function SettingsPage() {
  const { t } = useTranslation('settings');
  const mayEdit = useMay('EDIT.ADMIN');
  const [auditShown, showAudit] = useState(false);
  const part = useSearchParams()[0].get('part') ?? PARTS[0];
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
      {!mayEdit && <Alert mb="md">{t('readOnly')}</Alert>}
      <AddressTabs parts={PARTS} labelOf={(part) => t(`parts.${part}`)}>
        {(part) => <SettingsPart part={part} readOnly={!mayEdit} />}
      </AddressTabs>
      {auditShown && <SettingsAudit setting={settingOf(part)} onClose={() => showAudit(false)} />}
    </div>
  );
}

interface PartProps {
  part: Part;
  readOnly: boolean;
}

function SettingsPart({ part, readOnly }: PartProps) {
  // discarding the changes fills the form from what is stored
  const [filled, setFilled] = useState(0);
  const form = { readOnly, onDiscard: () => setFilled((count) => count + 1) };
  if (part === 'configuration') return <ConfigurationPanel readOnly={readOnly} />;
  if (part === 'workflow') return <WorkflowPart key={filled} {...form} />;
  return <StoredPart key={filled} part={part} {...form} />;
}

interface FormProps {
  readOnly: boolean;
  onDiscard: () => void;
}

function WorkflowPart(form: FormProps) {
  const settings = useQuery(workflowSettingsQuery(useRouteContext().sponsorKey));
  const data = useUndisturbed(settings.data);
  return (
    <LoadedArea query={{ ...settings, data }}>
      {(stored) => <WorkflowForm key={stored.setAt} settings={stored} {...form} />}
    </LoadedArea>
  );
}

function StoredPart({ part, ...form }: FormProps & { part: Exclude<Part, 'workflow' | 'configuration'> }) {
  const settings = useQuery(settingsQuery(useRouteContext().sponsorKey));
  const data = useUndisturbed(settings.data);
  return (
    <LoadedArea query={{ ...settings, data }}>
      {(stored) => {
        if (part === 'mail') return <MailForm key={stored.mail.setAt} mail={stored.mail} {...form} />;
        if (part === 'caseNumber') return <CaseNumberForm key={stored.setAt} settings={stored} {...form} />;
        if (part === 'logo') return <LogoForm key={stored.logo.setAt} stored={stored.logo} {...form} />;
        const described = stored.parts[part];
        const { loaded, dictionaries } = stored;
        const shown = { part, stored: described, loaded, dictionaries };
        return <PartForm key={`${part} ${described.setAt}`} {...shown} {...form} />;
      }}
    </LoadedArea>
  );
}
