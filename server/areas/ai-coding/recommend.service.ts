/** Codes recommended for an item of a case: the product's own answer at once, that of another coder when it is there. */
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { DictionaryDescriptor } from '../../../schemas/compile/dictionaries.ts';
import { textHash } from '../../../schemas/compile/textHash.ts';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import { addressKey } from '../../../shared/case/itemAddress.ts';
import type { BodyOf, DataOf, ParamsOf, recommendCodes } from '../../../shared/contract/index.ts';
import { findVisibleCase, maySee, requireEditable } from '../../cases/record/caseAccess.ts';
import { readCaseContent } from '../../cases/record/readCase.store.ts';
import { EMBEDDED, MAX_CANDIDATES, MAX_RECOMMENDED, REQUEST_CHOICE } from '../../coding/requestChoice.ts';
import { suggestionsOf } from '../../coding/codingSources.ts';
import { hasPatientsWords } from '../../coding/patientsWords.ts';
import { findQuestion, putRecommendation, type Recommendation } from '../../coding/recommendation.store.ts';
import { codingHistoryOf } from '../../coding/codingHistory.store.ts';
import { redactPersonalData } from '../../coding/redactPersonalData.ts';
import type { AiCoderWorld } from '../../ports/aiCoder.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { UuidWorld } from '../../ports/uuid.ts';
import { findEntries } from '../../dictionaries/entries.store.ts';
import { sourceOf } from '../../dictionaries/layout.ts';
import { descriptorOf } from '../../dictionaries/lookUp.ts';
import { releaseInUse } from '../../dictionaries/releaseInUse.ts';
import { findUsable, type Release } from '../../dictionaries/releases.store.ts';
import { shownEntry } from '../../dictionaries/shownEntry.ts';
import { sponsorLanguage } from '../../../shared/coding/sponsorVersion.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { enqueue } from '../../jobs/enqueue.store.ts';
import { aiCodingClosed, aiCodingFailed, aiCodingMissingItem, itemNotFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';

/** What this module needs of the server. */
type RecommendWorld = AiCoderWorld & CatalogueWorld & ClockWorld & DatabaseWorld & UuidWorld;

interface Caller {
  user: SessionUser;
  language: Language;
  /** of the region that the user works in */
  appendix: string;
}
type RecommendRequest = ParamsOf<typeof recommendCodes> & BodyOf<typeof recommendCodes>;
type Answer = DataOf<typeof recommendCodes>;

/** Throws 404 for a case out of sight, 1129 where the dictionary has no recommendations or does not code the item, 1130 without a text, 1131 without terms. */
export async function recommend(
  deps: RecommendWorld,
  caller: Caller,
  request: RecommendRequest,
): Promise<Answer> {
  const { item, descriptor } = codedItem(deps, caller, request);
  const content = await contentOfCase(deps, caller.user, request.caseKey);
  const text = textOf(deps, caller, item, content, request);
  const source = sourceOf(descriptor);
  const release = await (request.dicVersion === undefined
    ? releaseInUse(deps.db, caller.user, source)
    : findUsable(deps.db, source, request.dicVersion));
  if (!release) throw aiCodingFailed(descriptor.label[caller.language]);
  const recommendation = await recommendationOf(deps, caller.user, {
    request,
    descriptor,
    release,
    content,
    text,
    verbatim: hasPatientsWords(deps.catalogue.whole, item, content),
  });
  return answerOf(deps, caller, { recommendation, descriptor, release, text });
}

/** The item as the region codes it; of another region, as it is there. */
function codedItem(
  deps: RecommendWorld,
  { user, appendix }: Caller,
  { dictionary, itemId }: RecommendRequest,
) {
  const { catalogue } = deps;
  const descriptor = descriptorOf(catalogue, dictionary);
  const { items } = catalogue.whole;
  const item =
    catalogue.forAppendix(appendix).items[itemId] ??
    (Object.hasOwn(items, itemId) ? items[itemId] : undefined);
  if (!item || item.dictionary === null || !maySee(deps, user, itemId)) throw itemNotFound(itemId);
  if (descriptor.aiSupport !== true || item.dictionary !== dictionary)
    throw aiCodingClosed(descriptor.label.en);
  return { item, descriptor };
}

const contentOfCase = (deps: RecommendWorld, user: SessionUser, caseKey: number): Promise<CaseContent> =>
  inSponsor(deps.db, user.sponsorKey, async (trx) => {
    requireEditable(await findVisibleCase(trx, user, caseKey), user);
    return readCaseContent(trx, user.sponsorKey, caseKey);
  });

/** The value in the browser, otherwise the stored value beside the item; never one that the user may not see. */
function textOf(
  deps: RecommendWorld,
  { user, language }: Caller,
  item: CatalogueItem,
  { values }: CaseContent,
  request: RecommendRequest,
): string {
  const textItems = (item.coding?.texts ?? []).filter((itemId) => maySee(deps, user, itemId));
  const typedValues = new Map(values.map((value) => [addressKey(value), value.value?.trim() ?? '']));
  const stored = () => textItems.map((itemId) => typedValues.get(addressKey({ ...request, itemId })) ?? '');
  const texts = request.searchText === undefined ? stored() : [request.searchText.trim()];
  const text = texts.find((one) => one !== '');
  const { items } = deps.catalogue.whole;
  const missing = items[textItems.at(-1) ?? ''] ?? item;
  if (text === undefined) throw aiCodingMissingItem(missing.itemId, missing.label[language]);
  return text;
}

interface Question {
  request: RecommendRequest;
  descriptor: DictionaryDescriptor;
  release: Release;
  content: CaseContent;
  text: string;
  /** in a patient's own words */
  verbatim: boolean;
}

const MINUTE_MS = 60_000;

/**
 * Requests with the same text within a minute share one recommendation, so that a client that polls gets its own from
 * any process.
 */
async function recommendationOf(
  deps: RecommendWorld,
  user: SessionUser,
  question: Question,
): Promise<Recommendation> {
  const { request, descriptor, release, content, text, verbatim } = question;
  const { sponsorKey } = user;
  const now = deps.clock.now();
  const country = countryOf(descriptor, request.countryCode ?? null);
  const place = [request.caseKey, addressKey(request), user.userKey, country ?? ''];
  const hashOf = (minute: number) =>
    textHash(JSON.stringify([descriptor.dictionary, release.release_no, ...place, text, minute]));
  const minute = Math.floor(now.getTime() / (MINUTE_MS * POLLED_MINUTES));
  const before = await inSponsor(
    deps.db,
    sponsorKey,
    async (trx) =>
      (await findQuestion(trx, sponsorKey, hashOf(minute))) ??
      (request.shouldUsePooling ? await findQuestion(trx, sponsorKey, hashOf(minute - 1)) : undefined),
  );
  // without an external coder, computing an answer costs less than a stale one
  if (before && deps.aiCoder) return before;
  const history = await codingHistoryOf(deps.db, deps.catalogue, sponsorKey, descriptor.dictionary, now);
  const fields: Record<string, string> = country === null ? {} : { [COUNTRY]: country };
  const found = await suggestionsOf(
    deps,
    { sponsorKey, descriptor, release, fields, history, verbatim, now },
    text,
    MAX_CANDIDATES,
  );
  // what is certain needs no other coder, and what is nothing leaves it nothing to choose
  const ask = deps.aiCoder !== null && found.length > 0 && found[0]?.safe !== true;
  const own = found.slice(0, MAX_RECOMMENDED);
  const recommendationKey = deps.newUuid();
  return inSponsor(deps.db, sponsorKey, async (trx) => {
    const { recommendation, isNew } = await putRecommendation(trx, {
      sponsor_key: sponsorKey,
      recommendation_key: recommendationKey,
      requested_by: user.userKey,
      requested_at: now,
      // an answer of the product itself is a recommendation of its own each time
      question: deps.aiCoder ? hashOf(minute) : recommendationKey,
      dictionary: descriptor.dictionary,
      release_no: release.release_no,
      case_key: request.caseKey,
      item_id: request.itemId,
      row_no: request.rowNo,
      row_no2: request.rowNo2,
      row_no3: request.rowNo3,
      text_sent: ask ? redactPersonalData(text, deps.catalogue.whole, content) : null,
      candidates: JSON.stringify(ask ? found : own),
      answer: ask ? null : JSON.stringify(own),
      engine: ask ? null : EMBEDDED.engine,
      engine_version: ask ? null : EMBEDDED.engineVersion,
    });
    if (ask && isNew)
      await enqueue(trx, {
        kind: REQUEST_CHOICE,
        sponsorKey,
        payload: { recommendationKey },
        at: now,
        dedupeKey: recommendationKey,
        createdBy: user.userKey,
      });
    return recommendation;
  });
}

/** so long a question is the same one */
const POLLED_MINUTES = 5;
/** the field of dictionaries of drugs */
const COUNTRY = 'countryCode';

const countryOf = ({ fields = [] }: DictionaryDescriptor, country: string | null): string | null =>
  country !== null && country !== '' && fields.some(({ field }) => field === COUNTRY) ? country : null;

interface Answered {
  recommendation: Recommendation;
  descriptor: DictionaryDescriptor;
  release: Release;
  text: string;
}

/**
 * A client that does not poll gets no answer while an external coder works, and sends the request again with its key.
 */
async function answerOf(
  deps: RecommendWorld,
  { user, language }: Caller,
  { recommendation, descriptor, release, text }: Answered,
): Promise<Answer> {
  const answer = recommendation.answer ?? [];
  const entries = await findEntries(
    deps.db,
    recommendation.release_no,
    answer.map(({ entryNo }) => entryNo),
  );
  const shownIn = sponsorLanguage(user, sourceOf(descriptor), language);
  const recommendedCodes = answer.flatMap(({ entryNo, score, reason, safe, current }, at) => {
    const entry = entries.get(entryNo);
    return entry
      ? [{ ...shownEntry(descriptor, { ...entry, current }, shownIn), rank: at + 1, score, reason, safe }]
      : [];
  });
  const matched = recommendedCodes.length > 0 ? 'MATCHED' : 'NOT_MATCHED';
  return {
    status: recommendation.answer === null ? 'PENDING' : matched,
    recommendedCodes,
    recommendationKey: recommendation.recommendation_key,
    searchText: text,
    dictionary: descriptor.dictionary,
    version: release.version,
    sample: release.sample,
    engine:
      recommendation.engine === null || recommendation.engine_version === null
        ? null
        : { name: recommendation.engine, version: recommendation.engine_version },
  };
}
