import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export interface ReportButtonProps {
  shown: boolean;
  onToggle: () => void;
}

/** Shows and hides the report beside the form. */
export function ReportButton({ shown, onToggle }: ReportButtonProps) {
  const { t } = useTranslation('report');
  return (
    <Button
      variant={shown ? 'light' : 'default'}
      aria-pressed={shown}
      leftSection={<IconFileText size={15} aria-hidden />}
      onClick={onToggle}
    >
      {t('pane')}
    </Button>
  );
}
