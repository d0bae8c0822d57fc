/** Asks for the codes that are recommended for one item of a case. */
import type { AiCodingFailure } from '../../machines/ai-coding/aiCoding.machine.ts';
import type { ItemAddress } from '../../shared/case/itemAddress.ts';
import { AI_CODING_ERRORS, recommendCodes, type RecommendedCode } from '../../shared/contract/index.ts';
import { call, CallFailure } from '../api/index.ts';
import { askUntilAnswered, type Ending } from './askUntilAnswered.ts';

export interface CodesRequest {
  dictionary: string;
  caseKey: number;
  address: ItemAddress;
  /** text of the items beside it; null: the server reads them from the case */
  adjacentText: string | null;
  /** null: the active one */
  version: string | null;
}

export interface CodesAnswer {
  ending: Ending<RecommendedCode>;
  /** names what was recommended; null: nothing was */
  recommendationKey: string | null;
  /** of the dictionary that was asked; null: it did not answer */
  version: string | null;
  /** its terms are invented */
  sample: boolean;
}

/** Resolves once, and never rejects; `keyword` is what is searched for where nothing is recommended in time. */
export async function askForCodes(
  { dictionary, caseKey, address, adjacentText, version }: CodesRequest,
  keyword: string,
  leaveSignal: AbortSignal,
): Promise<CodesAnswer> {
  const source: Omit<CodesAnswer, 'ending'> = { recommendationKey: null, version: null, sample: false };
  const body = {
    caseKey,
    ...address,
    searchText: adjacentText ?? undefined,
    dicVersion: version ?? undefined,
  };
  const ask = async (shouldUsePooling: boolean, signal: AbortSignal) => {
    const answer = await call(recommendCodes, {
      params: { dictionary },
      body: { ...body, shouldUsePooling },
      signal,
    });
    const { recommendationKey, version, sample, recommendedCodes } = answer;
    Object.assign(source, { version, sample, ...(recommendedCodes.length > 0 && { recommendationKey }) });
    return answer;
  };
  const ending = await askUntilAnswered({ keyword, ask, failureOf }, leaveSignal);
  return { ending, ...source };
}

/** Specification 2-dialogs section 8. */
function failureOf(error: unknown): AiCodingFailure {
  if (!(error instanceof CallFailure)) return { kind: 'other', error };
  const { errCode, errMsg: message } = error;
  if (errCode === AI_CODING_ERRORS.closed) return { kind: 'closed' };
  if (errCode === AI_CODING_ERRORS.missingItem) return { kind: 'missingItem', message };
  if (errCode === AI_CODING_ERRORS.failed) return { kind: 'aiError', message };
  return { kind: 'other', error };
}
