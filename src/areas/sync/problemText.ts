import type { TFunction } from 'i18next';
import type { EventProblem } from '../../../shared/sync/syncEvent.ts';

/** Why an event is left out, with what its source wrote. */
export const problemText = (
  t: TFunction<'sync'>,
  { kind, sourceText }: Pick<EventProblem, 'kind' | 'sourceText'>,
): string =>
  sourceText === null
    ? t(`problems.${kind}`)
    : t('problemOf', { problem: t(`problems.${kind}`), text: sourceText });
