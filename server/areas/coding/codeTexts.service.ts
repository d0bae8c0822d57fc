/** Codes terms of equal text: each is saved as on the page of its case, and a suggested code is audited as one. */
import { MAX_GROUP_TERMS, type BodyOf, type codeTexts, type DataOf } from '../../../shared/contract/index.ts';
import { parseCodedTermKey } from '../../../shared/case/codedTermAddress.ts';
import { codeReason } from '../../../shared/coding/codeChanges.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { putChoices } from '../../coding/recommendation.store.ts';
import { EMBEDDED } from '../../coding/requestChoice.ts';
import { findStored } from '../../dictionaries/entries.store.ts';
import { attempt, refusalOf } from '../../http/refusalOf.ts';
import { readingOf } from '../../lists/answerList.ts';
import type { ListCaller, ListReading } from '../../lists/listSource.ts';
import { codeChanged, codeNotFound, noModifiedData, Problem, termNotFound } from '../../problems.ts';
import type { ProjectionsWorld } from '../../projections/projection.ts';
import type { StoredSuggestion } from '../../storage/codingTables.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { findGroupTerms } from './codingQueue.store.ts';
import { queueDictionary, suggestFor, type QueueDictionary, type QueueWorld } from './codingQueue.service.ts';
import { saveCode } from './saveCode.ts';

/** What this module needs of the server. */
export type CodeTextsWorld = QueueWorld & AuditWorld & ProjectionsWorld;

type Request = BodyOf<typeof codeTexts> & { dictionary: string; requestId: string };

interface Choice {
  textKey: string;
  code: string;
  /** the suggested codes, the likeliest first */
  suggestions: readonly StoredSuggestion[];
  used: QueueDictionary;
  requestId: string;
}

/** Throws 404 DICTIONARY_NOT_FOUND, TERM_NOT_FOUND, and CODE_NOT_FOUND for one that the release in use does not have. */
export async function applyCode(
  deps: CodeTextsWorld,
  caller: ListCaller,
  { dictionary, textKey, code, terms, requestId }: Request,
): Promise<DataOf<typeof codeTexts>> {
  const { sponsorKey } = caller.user;
  const reading = readingOf(deps, caller);
  const { used, text } = await inSponsor(deps.db, sponsorKey, async (trx) => {
    const of = await queueDictionary(trx, reading, dictionary);
    const [first] = await findGroupTerms(trx, reading, of.items, { step: 'first', textKey, limit: 1 });
    return { used: of, text: first?.term };
  });
  if (text === undefined || text === null) throw termNotFound();
  await requireCode(deps, used, code);
  const suggestions = await suggestFor(deps, sponsorKey, used, { text, step: 'first' });
  const choice = { textKey, code, suggestions, used, requestId };
  const listInfo = [];
  for (const { rowKey, before } of terms) {
    const done = await attempt(() => codeTerm(deps, reading, choice, rowKey, before));
    const refused = done instanceof Problem && !isCoded(done, code, before) ? done : null;
    listInfo.push({ rowKey, refusal: refused && refusalOf(refused, caller.language) });
  }
  return { rank: rankOf(choice), listInfo };
}

/** 1-based; null: the code is none of the suggestions. */
function rankOf({ suggestions, code }: Pick<Choice, 'suggestions' | 'code'>): number | null {
  const place = suggestions.findIndex((one) => one.code === code);
  return place < 0 ? null : place + 1;
}

/** Throws 404 CODE_NOT_FOUND for a code that the release in use does not have. */
export async function requireCode(
  { db }: DatabaseWorld,
  { descriptor, release }: QueueDictionary,
  code: string,
): Promise<void> {
  const entry = await findStored(db, release.release_no, descriptor, code);
  if (!entry) throw codeNotFound(code, release.version);
}

/** Whether it has the code already, by an earlier attempt whose answer was lost, or by another user. */
const isCoded = ({ errCode }: Problem, code: string, before: string | null): boolean =>
  errCode === noModifiedData().errCode && code !== before;

/**
 * Throws what a save throws, 404 TERM_NOT_FOUND, and 409 CODE_CHANGED if the code is neither the one that the user saw nor
 * the one that is given.
 */
async function codeTerm(
  deps: CodeTextsWorld,
  reading: ListReading,
  choice: Choice,
  rowKey: string,
  before: string | null,
): Promise<void> {
  const { user, language } = reading;
  const term = parseCodedTermKey(rowKey);
  if (!term) throw termNotFound();
  const { caseKey } = term;
  const { code, requestId, used, textKey } = choice;
  await saveCode(
    deps,
    { user, language, requestId },
    {
      term,
      code: { code, version: used.release.version },
      reason: codeReason(before),
      check: async ({ trx, change }, item) => {
        const terms = await findGroupTerms(trx, reading, used.items, {
          step: 'first',
          textKey,
          caseKey,
          limit: MAX_GROUP_TERMS,
        });
        const found = terms.find((one) => one.rowKey === rowKey);
        if (!found) throw termNotFound();
        if (found.code !== before && found.code !== code) throw codeChanged();
        if (item.coding?.recommended) await putChoices(trx, [choiceRow(reading, choice, term, change.at)]);
      },
    },
  );
}

function choiceRow(
  { user }: ListReading,
  choice: Choice,
  { caseKey, itemId, rowNo, rowNo2, rowNo3 }: NonNullable<ReturnType<typeof parseCodedTermKey>>,
  at: Date,
): Parameters<typeof putChoices>[1][number] {
  const { code, suggestions, used } = choice;
  const rank = rankOf(choice);
  return {
    sponsor_key: user.sponsorKey,
    case_key: caseKey,
    item_id: itemId,
    row_no: rowNo,
    row_no2: rowNo2,
    row_no3: rowNo3,
    dictionary: used.descriptor.dictionary,
    version: used.release.version,
    code,
    rank,
    score: rank === null ? null : (suggestions[rank - 1]?.score ?? null),
    recommended: suggestions.map((one) => one.code),
    engine: EMBEDDED.engine,
    engine_version: EMBEDDED.engineVersion,
    at,
    user_key: user.userKey,
    user_name: user.userName,
  };
}
