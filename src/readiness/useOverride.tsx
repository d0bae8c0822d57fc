import { Textarea } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

const MAX_REASON_LENGTH = 2000;

interface Override {
  /** null: none is needed */
  field: ReactNode;
  /** Whether it is complete; where it is not, the field says so. */
  isReady: () => boolean;
  /** as it is sent: nothing where it is not needed */
  given: { overrideReason?: string };
}

/** The reason for going on despite errors or open questions, where the sponsor demands one. */
export function useOverride(isNeeded: boolean): Override {
  const { t } = useTranslation('findings');
  const [text, setText] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const textarea = useRef<HTMLTextAreaElement>(null);
  const isMissing = isNeeded && text.trim() === '';
  return {
    field: isNeeded ? (
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
    ) : null,
    isReady: () => {
      setSubmitted(isMissing);
      if (isMissing) textarea.current?.focus();
      return !isMissing;
    },
    given: isNeeded ? { overrideReason: text.trim() } : {},
  };
}
