/** Asks for recommended codes of several terms, one after the other. */
import { queryOptions } from '@tanstack/react-query';
import i18next from 'i18next';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { ListRow, RecommendedCode } from '../../../shared/contract/index.ts';
import { addressKey } from '../../../shared/case/itemAddress.ts';
import { askForCodes, type CodesAnswered } from '../../ai-coding/index.ts';
import { failureText } from '../../feedback/showFailure.ts';
import { readPlace, type OfferedCode, type OfferedCodes } from './coding.queries.ts';
import { placeOf } from './placeOf.ts';

/** The best recommendation for a term. */
export interface RecommendedTerm extends OfferedCode, Pick<RecommendedCode, 'score' | 'reason' | 'safe'> {
  recommendationKey: string;
}

/** Without a dictionary nothing is asked: it is not known yet. */
type World = Pick<Catalogue, 'items' | 'pages'> & { dictionary: string | undefined };

/**
 * Asked once for each dialog: what is accepted is based on the moment it was shown. A term that cannot be asked for does
 * not stop the others. `onLooked` hears how many are done.
 */
export const recommendedQuery = (world: World, rows: readonly ListRow[], onLooked: (count: number) => void) =>
  queryOptions({
    queryKey: ['coding', 'recommended', rows.map(({ rowKey }) => rowKey)],
    queryFn: async ({ signal }): Promise<OfferedCodes<RecommendedTerm>> => {
      const codes: RecommendedTerm[] = [];
      const failures: string[] = [];
      let dictionary: DictionaryAsked | null = null;
      for (const [nth, row] of rows.entries()) {
        signal.throwIfAborted();
        onLooked(nth);
        try {
          const { code, asked, failure } = await recommendedFor(world, row, signal);
          if (code) codes.push(code);
          if (asked) dictionary = asked;
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
        ...toldOf(dictionary),
        ...(why !== undefined && { unanswered: { count: failures.length, why } }),
      };
    },
    enabled: world.dictionary !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    meta: { ownFailure: true },
  });

type DictionaryAsked = Pick<OfferedCodes, 'version' | 'sample'>;

interface Recommended {
  /** null: nothing is recommended, the term cannot be changed, or it has the code already */
  code: RecommendedTerm | null;
  /** null: it did not answer */
  asked: DictionaryAsked | null;
  /** why there is no answer, in words */
  failure: string | null;
}

async function recommendedFor(
  { dictionary = '', items, pages }: World,
  row: ListRow,
  signal: AbortSignal,
): Promise<Recommended> {
  const { item, address, at } = placeOf(row.rowKey, { items, pages });
  const { caseKey } = at;
  const { readOnly, retrievedAt, values } = await readPlace(at);
  if (readOnly) return { code: null, asked: null, failure: null };
  const asked = { dictionary, caseKey, address, said: null, version: null };
  const { ending, recommendationKey, version, sample } = await askForCodes(asked, '', signal);
  const [best] = ending.how === 'codes' ? ending.codes : [];
  const before = values.find((value) => addressKey(value) === addressKey(address))?.value ?? null;
  if (!best || recommendationKey === null || best.code === before) {
    const failure = failureOf(ending);
    return { code: null, asked: failure === null ? { version, sample } : null, failure };
  }
  const { code, term, score, reason, safe } = best;
  return {
    asked: { version, sample },
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

const toldOf = (asked: DictionaryAsked | null) => ({
  version: asked?.version ?? null,
  sample: asked?.sample ?? false,
  notLoaded: asked?.version === null,
});

function failureOf(ending: CodesAnswered['ending']): string | null {
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
