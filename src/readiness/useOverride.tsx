import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { OVERRIDE_REASONS } from '../../machines/case-status/reasons.ts';
import { useReasons } from '../session/ownReasons.ts';

const MAX_REASON_LENGTH = 2000;

interface Override {
  /** null: none is needed */
  field: ReactNode;
  /** Whether it is complete; where it is not, the field says so. */
  isReady: () => boolean;
  /** as it is sent: nothing where it is not needed */
  given: { overrideReason?: string };
}

/**
 * The reason for going on despite errors or open questions, where the sponsor demands one. Its ready reasons sign at once,
 * so that there is nothing more to press than without errors.
 */
export function useOverride(isNeeded: boolean): Override {
  const { t } = useTranslation(['findings', 'status']);
  const ready = useReasons(
    'override',
    OVERRIDE_REASONS.map((value) => ({ value, label: t(`status:reasons.${value}`) })),
  ).slice(0, -1);
  const [text, setText] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const textarea = useRef<HTMLTextAreaElement>(null);
  const isMissing = isNeeded && text.trim() === '';
  const reason = ready.find(({ label }) => label === text.trim())?.value ?? text.trim();
  const sign = (label: string) => {
    // the form is submitted with it
    flushSync(() => setText(label));
    textarea.current?.form?.requestSubmit();
  };
  return {
    field: isNeeded ? (
      <Stack gap={6}>
        <Textarea
          ref={textarea}
          label={t('readiness.override')}
          required
          autosize
          minRows={1}
          maxRows={6}
          maxLength={MAX_REASON_LENGTH}
          value={text}
          error={submitted && isMissing ? t('readiness.overrideMissing') : null}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group gap={6} role="group" aria-label={t('readiness.overrideReady')}>
          {ready.map(({ value, label }) => (
            <Button key={value} size="compact-sm" variant="default" onClick={() => sign(label)}>
              {t('readiness.overrideSign', { reason: label })}
            </Button>
          ))}
        </Group>
      </Stack>
    ) : null,
    isReady: () => {
      setSubmitted(isMissing);
      if (isMissing) textarea.current?.focus();
      return !isMissing;
    },
    given: isNeeded ? { overrideReason: reason } : {},
  };
}
