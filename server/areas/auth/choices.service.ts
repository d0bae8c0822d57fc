/** What a user may choose from: sponsors, senders, appendices. */
import { findSenders, findSponsorsOf } from '../../accounts/session.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { unknownAppendix } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { putDefaultAppendix } from './auth.store.ts';

/** What this module needs of the server. */
type ChoicesWorld = CatalogueWorld & DatabaseWorld;

/** The appendix that shows no region's items. */
const NO_REGION = 'ICH';

export async function sponsorsOf({ db }: ChoicesWorld, user: SessionUser) {
  const sponsors = await findSponsorsOf(db, user.userKey);
  return {
    sponsorList: sponsors.map(({ sponsor_key, name }) => ({ sponsorKey: sponsor_key, sponsorName: name })),
    systemAdmin: user.systemAdmin,
  };
}

export async function sendersOf({ db }: ChoicesWorld, user: SessionUser) {
  const senders = await inSponsor(db, user.sponsorKey, (trx) => findSenders(trx, user.senderKeys));
  return {
    senderList: senders.map(({ sender_key, organisation }) => ({
      SENDER_KEY: sender_key,
      SND_ORGAN: organisation,
    })),
  };
}

export function namesOfAppendices({ catalogue }: ChoicesWorld, language: Language) {
  const regions = catalogue.whole.appendices.map(({ appendix, label }) => ({
    codeValue: appendix,
    codeLabel: label[language] || label.en,
  }));
  return { codeList: [{ codeValue: NO_REGION, codeLabel: NO_REGION }, ...regions] };
}

/** Throws 400 UNKNOWN_APPENDIX. */
export async function keepDefaultAppendix(
  { db, catalogue }: ChoicesWorld,
  user: SessionUser,
  appendix: string,
): Promise<void> {
  const known = [NO_REGION, ...catalogue.whole.appendices.map((region) => region.appendix)];
  if (!known.includes(appendix)) throw unknownAppendix(appendix);
  await putDefaultAppendix(db, { sponsorKey: user.sponsorKey, userKey: user.userKey, appendix });
}
