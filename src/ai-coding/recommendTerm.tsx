/** Takes a code from those that are recommended for an item: the look-up dialog, begun with recommendations. */
import type { QueryClient } from '@tanstack/react-query';
import i18next, { type TFunction } from 'i18next';
import { updateRecommended, type RecommendedCode } from '../../shared/contract/index.ts';
import { call } from '../api/index.ts';
import { lookUpTerm, type RecommendedEntry, type Recommending } from '../catalogue/lookUp.ts';
import { showInfo } from '../components/index.ts';
import { openDialog } from '../dialogs/index.ts';
import type { LookedUp, RecommendRequest } from '../engine/index.ts';
import { showFailure } from '../feedback/showFailure.ts';
import type { Language } from '../i18n/index.ts';
import { askForCodes } from './askForCodes.ts';
import type { NoCodes } from './askUntilAnswered.ts';
import { reasonText, scoreText } from './scoreAndReason.ts';
import { lazyComponent } from '../lazy/lazyComponent.tsx';

const NoCodesDialog = lazyComponent(async () => (await import('./NoCodesDialog.tsx')).NoCodesDialog);

/** Columns of the dialog; no column of a dictionary is called so. */
const SCORE = '#score';
const WHY = '#why';

/** Null if no code was accepted; a failed recommendation has been reported already. */
export async function recommendTerm(
  queries: QueryClient,
  request: RecommendRequest,
  { caseKey, language }: { caseKey: number; language: Language },
): Promise<LookedUp | null> {
  await i18next.loadNamespaces('aiCoding');
  const outcome: { noCodes: NoCodes | null } = { noCodes: null };
  const recommending = recommendationsOf(request, {
    caseKey,
    language,
    t: i18next.getFixedT(language, 'aiCoding'),
    onNoCodes: (noCodes) => (outcome.noCodes = noCodes),
  });
  const found = await lookUpTerm(queries, request, { language, caseKey }, recommending);
  if (outcome.noCodes) await tellNoCodes(outcome.noCodes);
  return found;
}

/** Says why there are no codes, after the dialog that asked for them has gone. */
const tellNoCodes = (noCodes: NoCodes): Promise<void> =>
  openDialog<void>((onAnswer) => <NoCodesDialog noCodes={noCodes} onClose={() => onAnswer()} />, undefined);

interface World {
  caseKey: number;
  language: Language;
  t: TFunction<'aiCoding'>;
  onNoCodes: (noCodes: NoCodes) => void;
}

function recommendationsOf(
  { dictionary, address, adjacentText, keyword }: RecommendRequest,
  { caseKey, language, t, onNoCodes }: World,
): Recommending {
  let shown: string | null = null;
  return {
    columns: [
      { key: SCORE, label: t('score') },
      { key: WHY, label: t('reason') },
    ],
    rows: async (version, signal, close) => {
      const request = { dictionary, caseKey, address, adjacentText, version };
      const { ending, recommendationKey } = await askForCodes(request, keyword, signal);
      if (recommendationKey !== null) shown = recommendationKey;
      switch (ending.how) {
        case 'codes':
          return ending.codes.map((code) => withReason(code, language, t));
        case 'tooLate':
          showInfo(t('tooLate'));
          return null;
        case 'failed':
          showFailure(ending.error);
          return null;
        case 'closed':
          close();
          return null;
        case 'left':
          return null;
        default:
          onNoCodes(ending);
          close();
          return null;
      }
    },
    onAccepted: (code) => {
      if (shown === null) return;
      const body = { choices: [{ recommendationKey: shown, code }] };
      call(updateRecommended, { params: { dictionary }, body }).catch((error: unknown) =>
        showFailure(error, 'SUBMIT_FAIL'),
      );
    },
  };
}

const withReason = (
  entry: RecommendedCode,
  language: Language,
  t: TFunction<'aiCoding'>,
): RecommendedEntry => ({
  entry,
  cells: { [SCORE]: scoreText(entry, t), [WHY]: reasonText(entry.reason, language, t) },
});
