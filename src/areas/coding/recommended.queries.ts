/** Asks for recommended codes of several terms, one after the other. */
import { queryOptions } from '@tanstack/react-query';
import i18next from 'i18next';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { ListRow, RecommendedCode } from '../../../shared/contract/index.ts';
import { addressKey } from '../../../shared/case/itemAddress.ts';
import { askForCodes, type CodesAnswer } from '../../ai-coding/index.ts';
import { failureText } from '../../feedback/showFailure.ts';
import { readPageOf, type OfferedCode, type OfferedCodes } from './coding.queries.ts';
import { termLocation } from './termLocation.ts';

/** The best recommendation for a term. */
export interface RecommendedTerm extends OfferedCode, Pick<RecommendedCode, 'score' | 'reason' | 'safe'> {
  recommendationKey: string;
}

/** Without a dictionary, which is still loading, nothing is requested. */
type World = Pick<Catalogue, 'items' | 'pages'> & { dictionary: string | undefined };

/**
 * Requested once per dialog: an acceptance is based on the moment of the preview. A failed request does not stop the
 * others. `onLooked` receives the number of finished terms.
 */
export const recommendedQuery = (world: World, rows: readonly ListRow[], onLooked: (count: number) => void) =>
  queryOptions({
    queryKey: ['coding', 'recommended', rows.map(({ rowKey }) => rowKey)],
    queryFn: async ({ signal }): Promise<OfferedCodes<RecommendedTerm>> => {
      const codes: RecommendedTerm[] = [];
      const failures: string[] = [];
      let dictionary: AnsweringDictionary | null = null;
      for (const [index, row] of rows.entries()) {
        signal.throwIfAborted();
        onLooked(index);
        try {
          const { code, source, failure } = await recommendedFor(world, row, signal);
          if (code) codes.push(code);
          if (source) dictionary = source;
          if (failure !== null) failures.push(failure);
        } catch (error) {
          failures.push(failureText(error));
        }
      }
      signal.throwIfAborted();
      const [why] = failures;
      return {
        codes,
        terms: rows.length,
        ...sourceDetails(dictionary),
        ...(why !== undefined && { unanswered: { count: failures.length, why } }),
      };
    },
    enabled: world.dictionary !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    meta: { ownFailure: true },
  });

type AnsweringDictionary = Pick<OfferedCodes, 'version' | 'sample'>;

interface Recommended {
  /** null: nothing is recommended, the term cannot be changed, or it has the code already */
  code: RecommendedTerm | null;
  /** null: the dictionary did not answer */
  source: AnsweringDictionary | null;
  /** why there is no answer, in words */
  failure: string | null;
}

async function recommendedFor(
  { dictionary = '', items, pages }: World,
  row: ListRow,
  signal: AbortSignal,
): Promise<Recommended> {
  const { item, address, at } = termLocation(row.rowKey, { items, pages });
  const { caseKey } = at;
  const { readOnly, retrievedAt, values } = await readPageOf(at);
  if (readOnly) return { code: null, source: null, failure: null };
  const request = { dictionary, caseKey, address, adjacentText: null, version: null };
  const { ending, recommendationKey, version, sample } = await askForCodes(request, '', signal);
  const [best] = ending.how === 'codes' ? ending.codes : [];
  const before = values.find((value) => addressKey(value) === addressKey(address))?.value ?? null;
  if (!best || recommendationKey === null || best.code === before) {
    const failure = failureOf(ending);
    return { code: null, source: failure === null ? { version, sample } : null, failure };
  }
  const { code, term, score, reason, safe } = best;
  return {
    source: { version, sample },
    failure: null,
    code: {
      ...address,
      ...at,
      rowKey: row.rowKey,
      itemId: item.itemId,
      caseNo: row.cells['caseNo'] ?? '',
      reported: row.cells['text'] ?? '',
      code,
      term,
      score,
      reason,
      safe,
      recommendationKey,
      retrievedAt,
      version,
      before,
    },
  };
}

const sourceDetails = (source: AnsweringDictionary | null) => ({
  version: source?.version ?? null,
  sample: source?.sample ?? false,
  notLoaded: source?.version === null,
});

function failureOf(ending: CodesAnswer['ending']): string | null {
  switch (ending.how) {
    case 'failed':
      return failureText(ending.error);
    case 'missingItem':
    case 'aiError':
      return ending.message;
    case 'tooLate':
      return i18next.t('aiCoding:tooLate');
    default:
      return null;
  }
}
