/** How far first and second coders agree, in each level of a dictionary. Reads only. */
import { itemsCodedWith } from '../../../schemas/compile/codedItems.ts';
import { storesPrefix, type DictionaryDescriptor } from '../../../schemas/compile/dictionaries.ts';
import { cohensKappa, type Agreement, type Rated } from '../../../shared/agreement/kappa.ts';
import type {
  DataOf,
  listCodedTwice,
  listTermsCodedTwice,
  ParamsOf,
  QueryOf,
  readCodingAgreement,
} from '../../../shared/contract/index.ts';
import { dayAfter, startOfDay } from '../../../shared/dates/zonedDay.ts';
import { descriptorOf } from '../../dictionaries/lookUp.ts';
import { readingOf } from '../../lists/answerList.ts';
import type { ListCaller } from '../../lists/listSource.ts';
import { inSponsor, type Trx } from '../../storage/database.ts';
import {
  findCodePairs,
  findDictionariesCodedTwice,
  type CodedTwice,
  type CodePair,
} from './codedTwice.store.ts';
import type { QueueWorld } from './codingQueue.service.ts';
import { findUserNames } from './codingQueue.store.ts';

export const dictionariesCodedTwice = (
  { db, catalogue }: QueueWorld,
  { user, language }: ListCaller,
): Promise<DataOf<typeof listCodedTwice>> =>
  inSponsor(db, user.sponsorKey, async (trx) => ({
    dictionaries: (await findDictionariesCodedTwice(trx, user.sponsorKey)).flatMap((name) => {
      const descriptor = catalogue.dictionaries[name];
      if (!descriptor) return [];
      const { dictionary, label } = descriptor;
      return [{ dictionary, label: label[language], levels: levelsOf(descriptor, language) }];
    }),
  }));

/** The column of the term, then the broader levels upwards. */
function levelsOf(
  { columns, term, levels = [] }: DictionaryDescriptor,
  language: ListCaller['language'],
): string[] {
  const own = columns.find(({ column }) => column === term);
  return [own?.label[language] ?? term, ...levels.map((level) => level[language])];
}

/** What a request means: days of the sponsor, and two coders or none. Throws 404 DICTIONARY_NOT_FOUND. */
export function codedTwiceBy(
  { catalogue }: QueueWorld,
  { user }: ListCaller,
  request: ParamsOf<typeof listTermsCodedTwice> &
    Pick<QueryOf<typeof listTermsCodedTwice>, 'from' | 'to' | 'coder' | 'otherCoder' | 'level' | 'agreed'>,
): CodedTwice {
  const { dictionary, from, to, level = 0, agreed } = request;
  const descriptor = descriptorOf(catalogue, dictionary);
  const startOf = (day: string) => new Date(startOfDay(day, user.timeZone));
  const coders =
    request.otherCoder === undefined ? {} : { coder: request.coder, otherCoder: request.otherCoder };
  return {
    dictionary,
    items: itemsCodedWith(catalogue.whole, dictionary),
    begins: storesPrefix(descriptor),
    sequence: descriptor.sequence ?? null,
    from: from === undefined ? undefined : startOf(from),
    before: to === undefined ? undefined : startOf(dayAfter(to)),
    ...coders,
    level,
    agreed: agreed === undefined ? undefined : agreed === 'Y',
  };
}

/** Throws 404 DICTIONARY_NOT_FOUND. */
export function agreementOf(
  deps: QueueWorld,
  caller: ListCaller,
  request: ParamsOf<typeof readCodingAgreement> & QueryOf<typeof readCodingAgreement>,
): Promise<DataOf<typeof readCodingAgreement>> {
  const meant = codedTwiceBy(deps, caller, request);
  const descriptor = descriptorOf(deps.catalogue, request.dictionary);
  const levels = levelsOf(descriptor, caller.language).map((_, level) => level);
  return inSponsor(deps.db, caller.user.sponsorKey, async (trx) => {
    const found = await findCodePairs(trx, readingOf(deps, caller), meant);
    return {
      levels: levels.map((level) => agreementIn(found, level)),
      pairs: await pairsOf(trx, found, levels),
    };
  });
}

const SEPARATOR = '\n';

/** The coders of each pair in one order: kappa does not depend on who coded first. */
async function pairsOf(trx: Trx, found: readonly CodePair[], levels: readonly number[]) {
  const byPair = Map.groupBy(found, ({ firstBy, secondBy }) =>
    [firstBy, secondBy].toSorted().join(SEPARATOR),
  );
  const names = await findUserNames(
    trx,
    [...byPair.keys()].flatMap((pair) => pair.split(SEPARATOR)),
  );
  return [...byPair]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([pair, own]) => {
      const [coder = '', otherCoder = ''] = pair.split(SEPARATOR);
      const ordered = own.map((one) => (one.firstBy === coder ? one : turned(one)));
      return {
        coder,
        coderName: names.get(coder) ?? coder,
        otherCoder,
        otherName: names.get(otherCoder) ?? otherCoder,
        levels: levels.map((level) => agreementIn(ordered, level)),
      };
    });
}

const turned = ({ firstBy, secondBy, firstCode, secondCode, firstPath, secondPath }: CodePair): CodePair => ({
  firstBy: secondBy,
  secondBy: firstBy,
  firstCode: secondCode,
  secondCode: firstCode,
  firstPath: secondPath,
  secondPath: firstPath,
});

/** Terms of which a code has no place in the level are left out. */
const agreementIn = (found: readonly CodePair[], level: number): Agreement =>
  cohensKappa(
    found.flatMap(({ firstCode, secondCode, firstPath, secondPath }): Rated[] => {
      const first = level === 0 ? firstCode : firstPath?.[level - 1];
      const second = level === 0 ? secondCode : secondPath?.[level - 1];
      return first === undefined || second === undefined ? [] : [[first, second]];
    }),
  );
