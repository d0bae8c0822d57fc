/** The conditions of an expression as a list of what holds and what does not, in words where they have any. */
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RowPath } from '../../../shared/case/itemAddress.ts';
import type { Explanation, Input } from '../../../shared/expressions/explain.ts';
import type { Subject, Wording } from '../../../shared/expressions/wording.ts';
import classes from './why.module.css';

/** How the parts of a case are called. */
export interface WhyNames {
  rowOf: (group: string, path: readonly number[]) => string;
  groupOf: (group: string) => string;
  itemOf: (itemId: string) => string;
  /** a code of an item in words */
  codeOf: (itemId: string, code: string) => string;
  /**
   * The value that a condition read of an item in words, empty for none; null: the user may not see it. `inputs` are
   * what the condition read where the explanation has it, `path` is its row.
   */
  textOf: (itemId: string, path: RowPath, inputs: readonly Input[]) => string | null;
}

interface WhyTreeProps {
  why: Explanation;
  /** without them: facts only, which name themselves */
  names?: WhyNames;
}

type Test = Extract<Explanation, { by: 'test' }>;

export const WhyTree = ({ why, names }: WhyTreeProps) => (
  <ul className={classes.tree}>
    <Node why={why} names={names} path={CASE} />
  </ul>
);

/** The case itself, which is no row. */
const CASE: RowPath = [];

interface NodeProps {
  why: Explanation;
  names: WhyNames | undefined;
  /** the row that the condition is about */
  path: RowPath;
}

function Node({ why, names, path }: NodeProps) {
  const { t, i18n } = useTranslation('explain');
  const mark = why.holds !== null && (
    <span className={classes.mark} data-holds={why.holds}>
      <span aria-hidden>{why.holds ? '✓' : '✗'}</span>
      <VisuallyHidden component="span">{t(why.holds ? 'holds' : 'fails')}</VisuallyHidden>
    </span>
  );
  const test = testOf(why);
  if (test)
    return (
      <li>
        {mark} <Tested test={test} names={names} path={path} />
      </li>
    );
  if (why.by === 'fact')
    return (
      <li>
        {mark} {why.label[i18n.language as keyof typeof why.label]}
        {why.values.length > 0 && <small>{why.values.join(', ')}</small>}
      </li>
    );
  if ('parts' in why)
    return (
      <li>
        {mark} {t(`by.${why.by}`)}
        <ul>
          {why.parts.map((part, at) => (
            <Node key={at} why={part} names={names} path={path} />
          ))}
        </ul>
      </li>
    );
  if (why.by === 'test') return null;
  return (
    <li>
      {mark} {t(`by.${why.by}`, { group: names?.groupOf(why.group) ?? why.group, count: why.count })}
      <ul>
        {why.rows.map(({ path: rowPath, why: row }) => (
          <li key={rowPath.join('.')}>
            <b>{names?.rowOf(why.group, rowPath)}</b>
            <ul>
              <Node why={row} names={names} path={rowPath} />
            </ul>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** A condition without parts, or its negation, which is one sentence, too. */
function testOf(why: Explanation): Test | null {
  if (why.by === 'test') return why;
  const [part] = why.by === 'not' ? why.parts : [];
  if (part?.by !== 'test' || !part.words) return null;
  return { ...part, source: why.source, words: { ...part.words, isNot: !part.words.isNot } };
}

function Tested({ test, names, path }: Omit<NodeProps, 'why'> & { test: Test }) {
  const { t } = useTranslation('explain');
  const sentence = useSentence();
  if (test.words && names) return sentence({ words: test.words, test, names, path });
  return (
    <>
      <code>{test.source}</code>
      {test.rows.map(({ group, count }) => (
        <small key={group}>{t('rows', { group: names?.groupOf(group) ?? group, count })}</small>
      ))}
    </>
  );
}

/** Literals listed in a sentence; the others are counted. */
const LISTED = 5;

interface SentenceInput {
  words: Wording;
  test: Test;
  names: WhyNames;
  path: RowPath;
}

function useSentence() {
  const { t, i18n } = useTranslation('explain');
  const listed = (words: readonly string[]): string => {
    const more = words.length - LISTED;
    const shown = more > 1 ? [...words.slice(0, LISTED), t('words.more', { count: more })] : words;
    return new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(shown);
  };
  return ({ words, test, names, path }: SentenceInput): string => {
    const subjectWords = ({ reading, id }: Subject): string => {
      if (reading === 'rowHasData') return names.groupOf(id);
      if (reading === 'rows') {
        const count = test.rows.find(({ group }) => group === id)?.count ?? 0;
        return t('words.subject', { name: t('words.of.rows', { name: names.groupOf(id) }), value: count });
      }
      const item = names.itemOf(id);
      const name =
        reading === 'value' || reading === 'number' ? item : t(`words.of.${reading}`, { name: item });
      const text = names.textOf(id, path, test.inputs);
      return t('words.subject', { name, value: text === null ? t('blinded') : text || t('nothing') });
    };
    const { subject, isNot } = words;
    const values =
      'literals' in words
        ? listed(
            words.literals.map((code) =>
              subject.reading === 'value' ? names.codeOf(subject.id, code) : code,
            ),
          )
        : '';
    return t(`words.${words.demand}.${isNot ? 'not' : 'is'}`, {
      subject: subjectWords(subject),
      values,
      text: 'text' in words ? words.text : '',
      other: 'other' in words ? subjectWords(words.other) : '',
    });
  };
}
