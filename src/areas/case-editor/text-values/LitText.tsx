/** A text in its sentences; the one that states a value is lit, its words more so. */
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Proposals } from './useTextValues.ts';
import classes from './textValues.module.css';

type Value = Proposals['groups'][number]['values'][number];

interface LitTextProps {
  id: string;
  text: string;
  sentences: Proposals['sentences'];
  value: Value | null;
}

/** The id of a sentence, for what refers to it. */
export const sentenceId = (textId: string, sentence: number): string => `${textId}-${sentence}`;

export function LitText({ id, text, sentences, value }: LitTextProps) {
  const { t } = useTranslation('textValues');
  const lit = useRef<HTMLSpanElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const sentence = value?.sentence ?? null;
  useEffect(() => {
    // only the box is scrolled: the page stays where the reader has it
    const [inner, outer] = [lit.current, box.current];
    if (!inner || !outer) return;
    const isSeen =
      inner.offsetTop >= outer.scrollTop &&
      inner.offsetTop + inner.offsetHeight <= outer.scrollTop + outer.clientHeight;
    if (!isSeen) outer.scrollTop = inner.offsetTop - outer.clientHeight / 3;
  }, [sentence]);
  return (
    <div ref={box} className={classes.text} role="region" aria-label={t('text')} tabIndex={0}>
      {sentences.map(({ from, to }, at) => {
        const isLit = at + 1 === sentence;
        return (
          <span key={from}>
            <span
              id={sentenceId(id, at + 1)}
              ref={isLit ? lit : undefined}
              className={classes.sentence}
              data-lit={isLit || undefined}
            >
              {isLit && value ? (
                <>
                  {text.slice(from, value.from)}
                  <mark>{text.slice(value.from, value.to)}</mark>
                  {text.slice(value.to, to)}
                </>
              ) : (
                text.slice(from, to)
              )}
            </span>
            {text.slice(to, sentences[at + 1]?.from ?? text.length)}
          </span>
        );
      })}
    </div>
  );
}
