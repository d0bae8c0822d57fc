import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../browser/copyText.ts';
import { showInfo } from './toasts.tsx';

interface CopyTextButtonProps extends Pick<ButtonProps, 'size'> {
  text: string;
}

/** Copies a text that is shown beside it. Says that it did until it is left. */
export function CopyTextButton({ text, size }: CopyTextButtonProps) {
  const { t } = useTranslation('components');
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async () => {
    if (await copyText(text)) setCopied(text);
    else showInfo(t('copyText.notCopied'));
  };
  return (
    <Button size={size} variant="default" onClick={() => void copy()} onBlur={() => setCopied(null)}>
      {t(copied === text ? 'copyText.copied' : 'copyText.copy')}
    </Button>
  );
}
