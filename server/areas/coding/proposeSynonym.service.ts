/** A coder proposes a synonym for a text of the queue: a draft that another user approves (decision 0315). */
import { addressAt } from '../../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../../shared/case/itemValue.ts';
import type { BodyOf, DataOf, proposeSynonym } from '../../../shared/contract/index.ts';
import { dayAfter, dayAt } from '../../../shared/dates/zonedDay.ts';
import { hasSynonym, synonymKind } from '../../coding/synonyms.store.ts';
import { readingOf } from '../../lists/answerList.ts';
import type { ListCaller } from '../../lists/listSource.ts';
import { valueRefusals } from '../../page-save/refusal.ts';
import { throwRefused } from '../../page-save/throwRefused.ts';
import { synonymExists, termNotFound } from '../../problems.ts';
import { addRecordWith } from '../../records/newRecord.ts';
import { lockKind } from '../../records/record.store.ts';
import { stateOfNew } from '../../records/saveRecord.ts';
import { inSponsor } from '../../storage/database.ts';
import { requireCode, type CodeTextsWorld } from './codeTexts.service.ts';
import { queueDictionary } from './codingQueue.service.ts';
import { findGroupTerms } from './codingQueue.store.ts';

type Request = BodyOf<typeof proposeSynonym> & { dictionary: string; requestId: string };

/** What the audit trail has as the reason. */
const PROPOSED = 'Proposed from the coding queue';
/** days that a proposal is valid, unless another day is written */
const VALID_DAYS = 365;

/** Throws 404 TERM_NOT_FOUND, CODE_NOT_FOUND, 409 SYNONYM_EXISTS, 422 ITEM_REFUSED for a text that is too long. */
export const propose = (
  deps: CodeTextsWorld,
  caller: ListCaller,
  { dictionary, textKey, code, requestId }: Request,
): Promise<DataOf<typeof proposeSynonym>> =>
  inSponsor(deps.db, caller.user.sponsorKey, async (trx) => {
    const { user, language } = caller;
    const { sponsorKey } = user;
    const reading = readingOf(deps, caller);
    const used = await queueDictionary(trx, reading, dictionary);
    const [found] = await findGroupTerms(trx, reading, used.items, { step: 'first', textKey, limit: 1 });
    const of = synonymKind(deps.catalogue.whole);
    if (!found?.term || !of) throw termNotFound();
    await requireCode(deps, used, code);
    const { kind, dictionaryItem, codeItem, untilItem } = of;
    const text = found.term;
    const item = kind.catalogue.items[kind.nameItem];
    const address = addressAt(kind.nameItem, []);
    const world = { codeLists: deps.catalogue.codeLists, now: reading.now };
    if (item)
      throwRefused(
        valueRefusals(kind.catalogue, item, address, { ...EMPTY_VALUE, value: text }, world),
        language,
      );
    await lockKind(trx, sponsorKey, kind.kind);
    if (await hasSynonym(trx, of, { sponsorKey, dictionary, text, code })) throw synonymExists(text, code);
    const today = dayAt(reading.now.getTime(), user.timeZone);
    const values = [
      [kind.nameItem, text],
      [dictionaryItem, dictionary],
      [codeItem, code],
      [untilItem, dayAfter(today, VALID_DAYS)],
    ] as const;
    const recordKey = await addRecordWith(
      trx,
      deps,
      {
        kind,
        sponsorKey,
        state: stateOfNew(kind),
        content: {
          values: values.map(([itemId, value]) => ({ ...addressAt(itemId, []), ...EMPTY_VALUE, value })),
          rows: [],
        },
        source: 'screen',
      },
      { user, reason: PROPOSED, requestId, change: { at: reading.now, by: user.userId } },
    );
    return { recordKey };
  });
