/** The format of case numbers, judged and previewed as it is typed. */
import { Button, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkFormat, type FormatField } from '../../../shared/case-number/checkFormat.ts';
import {
  digitsOf,
  FACT_TOKENS,
  factsIn,
  MAX_DIGITS,
  withDigits,
  type CaseNumberFormat,
  type FactToken,
} from '../../../shared/case-number/caseNumberFormat.ts';
import { saveSettings } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { GuardedButton, isWithin, WholeNumberField } from '../../components/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { CaseNumberPreview } from './CaseNumberPreview.tsx';
import classes from './settings.module.css';
import type { Settings } from './settings.queries.ts';
import { useSaveWithReason } from './useSaveWithReason.tsx';

const DIGITS = { min: 1, max: MAX_DIGITS };

export interface CaseNumberFormProps {
  settings: Settings;
  readOnly: boolean;
  onDiscard: () => void;
}

export function CaseNumberForm({ settings, readOnly, onDiscard }: CaseNumberFormProps) {
  const { t } = useTranslation('settings');
  const { sponsorKey } = useRouteContext();
  const [format, setFormat] = useState<CaseNumberFormat>(settings.caseNumber);
  const dirty = JSON.stringify(format) !== JSON.stringify(settings.caseNumber);
  const problems = checkFormat(format, settings.preview.limit);
  const { ask, dialog } = useSaveWithReason({
    dirty,
    onDiscard,
    store: (reason) =>
      call(saveSettings, {
        params: { sponsorKey },
        body: { reason, setAt: settings.setAt, caseNumber: format },
      }),
    note: <CaseNumberPreview format={format} preview={settings.preview} />,
  });
  /** as they are typed; the pattern has the last that are allowed */
  const [digits, setDigits] = useState(digitsOf(format.pattern));
  const set = (more: Partial<CaseNumberFormat>) => setFormat((before) => ({ ...before, ...more }));
  const setPattern = (pattern: string) => {
    set({ pattern });
    setDigits(digitsOf(pattern));
  };
  const problemOf = (field: FormatField): string | undefined => {
    const [found] = problems.filter((problem) => problem.field === field);
    return found && t(`problems.${found.id}`, found.values);
  };
  const isFaulty = problems.length > 0 || !isWithin(digits, DIGITS);
  const why = isFaulty ? t('faulty') : dirty ? null : t('unchanged');
  const field = (name: 'identifier' | 'pattern' | 'reportPattern') => ({
    value: format[name],
    error: problemOf(name),
    readOnly,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      name === 'pattern' ? setPattern(currentTarget.value) : set({ [name]: currentTarget.value }),
  });
  const inText = factsIn(format.pattern);
  return (
    <section aria-labelledby="case-number" className={classes.section}>
      <Stack>
        <Title order={2} id="case-number">
          {t('caseNumber')}
        </Title>
        {settings.setAt === null && <Text c="dimmed">{t('isDefault')}</Text>}
        <Group align="start">
          <TextInput label={t('identifier')} maxLength={60} {...field('identifier')} />
          <WholeNumberField
            label={t('digits')}
            {...DIGITS}
            value={digits}
            readOnly={readOnly}
            onChange={(typed) => {
              setDigits(typed);
              if (typed !== null && isWithin(typed, DIGITS))
                set({ pattern: withDigits(format.pattern, typed) });
            }}
          />
        </Group>
        <TextInput
          label={t('pattern')}
          description={t('patternHelp')}
          maxLength={200}
          className={classes.pattern}
          {...field('pattern')}
        />
        {!readOnly && (
          <Tokens
            tokens={[...FACT_TOKENS.map((token) => `{${token}}`), '{SEQ:5}']}
            onInsert={(token) => setPattern(format.pattern + token)}
          />
        )}
        <Checkbox.Group
          label={t('condition')}
          description={t('conditionHelp')}
          error={problemOf('condition')}
          value={format.condition}
          readOnly={readOnly}
          onChange={(chosen) =>
            set({ condition: FACT_TOKENS.filter((token: FactToken) => chosen.includes(token)) })
          }
        >
          <Group mt={4}>
            {FACT_TOKENS.filter(
              (token) => token !== 'ID' && (inText.includes(token) || format.condition.includes(token)),
            ).map((token) => (
              <Checkbox key={token} value={token} label={t(`tokenNames.${token}`)} />
            ))}
          </Group>
        </Checkbox.Group>
        <TextInput
          label={t('reportPattern')}
          description={t('reportHelp')}
          maxLength={200}
          className={classes.pattern}
          {...field('reportPattern')}
        />
        {!readOnly && (
          <Tokens
            tokens={[...FACT_TOKENS.map((token) => `{${token}}`), '{CASE}']}
            onInsert={(token) => set({ reportPattern: format.reportPattern + token })}
          />
        )}
        {problems.length === 0 && <CaseNumberPreview format={format} preview={settings.preview} />}
        {!readOnly && (
          <Group justify="flex-end">
            <GuardedButton why={why} onClick={ask}>
              {t('save')}
            </GuardedButton>
          </Group>
        )}
      </Stack>
      {dialog}
    </section>
  );
}

interface TokensProps {
  tokens: readonly string[];
  onInsert: (token: string) => void;
}

/** Puts a token at the end of the format above. */
function Tokens({ tokens, onInsert }: TokensProps) {
  const { t } = useTranslation('settings');
  const nameOf = (token: string) => t(`tokenNames.${token.replace(/[{}]|:\d+/g, '')}`);
  return (
    <Group gap={4} role="group" aria-label={t('tokens')}>
      {tokens.map((token) => (
        <Button
          key={token}
          variant="default"
          size="xs"
          title={nameOf(token)}
          aria-label={t('insert', { token: `${token} ${nameOf(token)}` })}
          onClick={() => onInsert(token)}
        >
          {token}
        </Button>
      ))}
    </Group>
  );
}
