/** Takes rows that were copied in a spreadsheet, as the file of an import. */
import { Button, Group, Text } from '@mantine/core';
import { IconClipboard } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface PasteRowsProps {
  isDisabled: boolean;
  onRows: (rows: File) => void;
}

/** Listens to pasting while it is drawn: what is pasted into a field of text stays there. */
export function PasteRows({ isDisabled, onRows }: PasteRowsProps) {
  const { t } = useTranslation('caseInfo');
  const [problem, setProblem] = useState<'noClipboard' | 'emptyClipboard' | null>(null);
  const take = (text: string) => {
    const isEmpty = text.trim() === '';
    setProblem(isEmpty ? 'emptyClipboard' : null);
    if (!isEmpty) onRows(new File([text], t('import.pasted'), { type: 'text/csv' }));
  };
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input[type="text"], textarea');
      if (isTyping || isDisabled) return;
      event.preventDefault();
      take(event.clipboardData?.getData('text/plain') ?? '');
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  });
  const read = async () => {
    try {
      take(await navigator.clipboard.readText());
    } catch {
      setProblem('noClipboard');
    }
  };
  return (
    <Group gap="xs">
      <Button
        variant="default"
        disabled={isDisabled}
        leftSection={<IconClipboard size={15} aria-hidden />}
        onClick={() => void read()}
      >
        {t('import.paste')}
      </Button>
      <Text size="sm" role={problem ? 'alert' : undefined}>
        {t(problem ? `import.${problem}` : 'import.pasteHint')}
      </Text>
    </Group>
  );
}
