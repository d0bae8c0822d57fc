/** A field for rich text: tool bar, text, and how many characters it has. */
import { Text } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plainTextOf } from '../../../shared/text/cleanRichText.ts';
import { MAX_TEXT, type RichText } from '../../../shared/text/richText.ts';
import { showInfo } from '../toasts.tsx';
import drawn from '../RichText.module.css';
import classes from './RichTextEditor.module.css';
import { openRichTextEditor } from './richTextEditor.ts';
import { RichTextToolbar } from './RichTextToolbar.tsx';

interface RichTextEditorProps {
  label: string;
  /** the text at first; later ones are ignored */
  initial: RichText;
  onChange: (text: RichText) => void;
}

export function RichTextEditor({ label, initial, onChange }: RichTextEditorProps) {
  const { t } = useTranslation('richText');
  const place = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [length, setLength] = useState(() => plainTextOf(initial).length);
  const changed = useEffectEvent((text: RichText) => {
    setLength(plainTextOf(text).length);
    onChange(text);
  });
  const leftOut = useEffectEvent(() => showInfo(t('leftOut')));
  const open = useEffectEvent((element: HTMLElement) =>
    openRichTextEditor({
      element,
      content: initial,
      label,
      maxLength: MAX_TEXT,
      onChange: (text) => changed(text),
      onLeftOut: () => leftOut(),
    }),
  );
  useEffect(() => {
    if (!place.current) return;
    const opened = open(place.current);
    setEditor(opened);
    return () => opened.destroy();
  }, []);
  return (
    <div className={classes.field}>
      <Text component="span" size="sm" fw={500}>
        {label}
      </Text>
      <div className={classes.frame}>
        {editor && <RichTextToolbar editor={editor} />}
        <div ref={place} className={`${drawn.text} ${classes.text}`} />
      </div>
      <Text size="xs" c="dimmed" className={classes.count}>
        {t('count', { count: length, max: MAX_TEXT })}
      </Text>
    </div>
  );
}
