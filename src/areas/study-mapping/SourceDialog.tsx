/** The form of a source: its kind, what that needs, how often it is read, and a try of the connection. */
import { Alert, NativeSelect, Stack, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  saveCompanySource,
  tryCompanySource,
  type BodyOf,
  type DataOf,
  type readCompanySources,
  type StudySourceOfCompany,
} from '../../../shared/contract/index.ts';
import { keepsSecrets } from '../../../shared/connections/destination.ts';
import { initialValues, secretFields, wrongValues } from '../../../shared/connections/settingFields.ts';
import {
  isPulled,
  SCHEDULE_HOURS,
  sourceFields,
  type SourceKindName,
} from '../../../shared/study-data/sourceKinds.ts';
import { call } from '../../api/index.ts';
import {
  GuardedButton,
  ReasonDialog,
  SettingInput,
  showSuccess,
  useSettingsByKind,
} from '../../components/index.ts';
import { attemptProps } from '../../feedback/reasonProps.ts';
import { failureText } from '../../feedback/showFailure.ts';

type Answer = DataOf<typeof readCompanySources>;
type Form = Omit<BodyOf<typeof saveCompanySource>, 'setAt' | 'reason'>;

interface SourceDialogProps {
  route: { sponsorKey: number; companyKey: number };
  answer: Answer;
  /** null: a new one */
  source: StudySourceOfCompany | null;
  onClose: () => void;
  onSaved: () => Promise<void>;
}

const USUAL_HOURS = 24;

const settingsOf = (source: StudySourceOfCompany | null, kind: SourceKindName): Record<string, string> =>
  source?.kind === kind ? { ...source.settings } : initialValues(sourceFields(kind));

const formOf = (source: StudySourceOfCompany | null, kind: SourceKindName): Form => ({
  name: source?.name ?? '',
  kind,
  settings: settingsOf(source, kind),
  secrets: {},
  everyHours: source ? source.everyHours : USUAL_HOURS,
  disabled: source?.disabled ?? false,
});

export function SourceDialog({ route, answer, source, onClose, onSaved }: SourceDialogProps) {
  const { t } = useTranslation('studyMapping');
  const [form, setForm] = useState(() => formOf(source, source?.kind ?? answer.kinds[0] ?? 'file'));
  const settingsByKind = useSettingsByKind((kind: SourceKindName) => settingsOf(source, kind));
  const [ofSponsor, setSponsor] = useState(source?.sponsorKey ?? answer.sponsors[0]?.sponsorKey ?? 0);
  const [isChecked, setChecked] = useState(false);
  const params = { ...route, ofSponsor, sourceKey: source?.sourceKey ?? 0 };
  const stored = new Set(source && keepsSecrets(source, form) ? source.secretNames : []);
  const wrong = [
    ...wrongValues(sourceFields(form.kind), form.settings),
    ...secretFields(sourceFields(form.kind)).filter((name) =>
      Object.hasOwn(form.secrets, name) ? form.secrets[name] === '' : !stored.has(name),
    ),
  ];
  const isNamed = form.name.trim() !== '';
  const save = useMutation({
    mutationFn: (reason: string) =>
      call(saveCompanySource, { params, body: { ...form, setAt: source?.setAt ?? null, reason } }),
    meta: { ownFailure: true },
    onSuccess: () => {
      showSuccess(t('saved'));
      void onSaved();
    },
  });
  return (
    <ReasonDialog
      {...attemptProps(save, onClose)}
      size="lg"
      title={t(source ? 'changeSource' : 'addSource')}
      note={
        <Stack gap="sm">
          {answer.sponsors.length > 1 && !source && (
            <NativeSelect
              label={t('columns.sponsor')}
              data-autofocus
              data={answer.sponsors.map(({ sponsorKey, name }) => ({
                value: String(sponsorKey),
                label: name,
              }))}
              value={String(ofSponsor)}
              onChange={({ currentTarget: { value } }) => setSponsor(Number(value))}
            />
          )}
          <SourceFields
            {...{ form, stored, answer }}
            wrong={isChecked ? wrong : []}
            isNameWrong={isChecked && !isNamed}
            onChange={setForm}
            onKind={(kind) => setForm({ ...form, kind, ...settingsByKind(form, kind) })}
          />
          {isPulled(form.kind) && (
            <Try {...{ params, form }} why={wrong.length > 0 ? t('incomplete') : null} />
          )}
        </Stack>
      }
      isReady={() => {
        setChecked(true);
        return wrong.length === 0 && isNamed;
      }}
      confirmLabel={t('save')}
    />
  );
}

interface SourceFieldsProps {
  form: Form;
  answer: Answer;
  /** names of the secrets that are stored */
  stored: ReadonlySet<string>;
  wrong: readonly string[];
  isNameWrong: boolean;
  onChange: (form: Form) => void;
  onKind: (kind: SourceKindName) => void;
}

function SourceFields({ form, answer, stored, wrong, isNameWrong, onChange, onKind }: SourceFieldsProps) {
  const { t, i18n } = useTranslation(['studyMapping', 'syncStudies']);
  const { kind, settings, secrets, everyHours } = form;
  const helpOf = (name: string) => {
    const key = `help.${name}`;
    return i18n.exists(key, { ns: 'studyMapping' }) ? t(key) : undefined;
  };
  return (
    <>
      <TextInput
        label={t('columns.name')}
        data-autofocus
        required
        maxLength={100}
        value={form.name}
        error={isNameWrong ? t('nameRequired') : undefined}
        onChange={({ currentTarget: { value } }) => onChange({ ...form, name: value })}
      />
      <NativeSelect
        label={t('columns.kind')}
        description={t(`kindHelp.${kind}`)}
        data={answer.kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        value={kind}
        onChange={({ currentTarget: { value } }) => onKind(answer.kinds.find((one) => one === value) ?? kind)}
      />
      {Object.entries(sourceFields(kind)).map(([name, field]) => (
        <SettingInput
          key={`${kind} ${name}`}
          words={{
            label: t(`fields.${name}`),
            help: helpOf(name),
            wrong: t('wrong'),
            stored: t('stored'),
            ...(field.kind === 'choice' && {
              choices: Object.fromEntries(field.values.map((one) => [one, t(`choices.${one}`)])),
            }),
          }}
          field={field}
          value={(field.kind === 'secret' ? secrets : settings)[name] ?? ''}
          isStored={stored.has(name)}
          isWrong={wrong.includes(name)}
          readOnly={false}
          onChange={(value) =>
            onChange(
              field.kind === 'secret'
                ? { ...form, secrets: { ...secrets, [name]: value } }
                : { ...form, settings: { ...settings, [name]: value } },
            )
          }
        />
      ))}
      {isPulled(kind) && (
        <NativeSelect
          label={t('columns.schedule')}
          data={[
            { value: '', label: t('onDemand') },
            ...SCHEDULE_HOURS.map((count) => ({
              value: String(count),
              label: t('syncStudies:every', { count }),
            })),
          ]}
          value={everyHours === null ? '' : String(everyHours)}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...form, everyHours: value === '' ? null : Number(value) })
          }
        />
      )}
      <Switch
        label={t('disabled')}
        checked={form.disabled}
        onChange={({ currentTarget: { checked } }) => onChange({ ...form, disabled: checked })}
      />
    </>
  );
}

interface TryProps {
  params: { sponsorKey: number; companyKey: number; ofSponsor: number; sourceKey: number };
  form: Form;
  why: string | null;
}

function Try({ params, form: { kind, settings, secrets }, why }: TryProps) {
  const { t } = useTranslation(['studyMapping', 'syncStudies']);
  const now = { params, body: { kind, settings, secrets } };
  const tried = useMutation({
    mutationFn: (tries: typeof now) => call(tryCompanySource, tries),
    meta: { ownFailure: true },
  });
  // what was found with other settings is not true of these
  const isOfNow = JSON.stringify(tried.variables) === JSON.stringify(now);
  return (
    <div>
      <GuardedButton variant="default" loading={tried.isPending} why={why} onClick={() => tried.mutate(now)}>
        {t('try')}
      </GuardedButton>
      <div role="status">
        {isOfNow && tried.data && <Tried answer={tried.data} />}
        {isOfNow && tried.isError && (
          <Alert color="red" mt="xs">
            {failureText(tried.error)}
          </Alert>
        )}
      </div>
    </div>
  );
}

function Tried({ answer }: { answer: DataOf<typeof tryCompanySource> }) {
  const { t } = useTranslation(['studyMapping', 'syncStudies']);
  const { fault, detail, studies, studyId, subjects } = answer;
  if (fault === null)
    return (
      <Alert color="green" mt="xs">
        {t('reached', { count: studies, studyId, subjects })}
      </Alert>
    );
  return (
    <Alert color="red" mt="xs" title={t(`syncStudies:faults.${fault}`)}>
      {detail !== '' && <code lang="en">{detail}</code>}
      <div>{t(`syncStudies:help.${fault}`)}</div>
    </Alert>
  );
}
