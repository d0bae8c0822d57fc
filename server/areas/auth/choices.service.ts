/** What a user may choose from: sponsors, senders, appendices. */
import { findSenders, findSponsorsOf } from '../../accounts/session.store.ts';
import { findSupported } from '../../accounts/supportAccess.store.ts';
import { NO_REGION, STANDARD } from '../../../shared/rules/receivers.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { unknownAppendix } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { putDefaultAppendix } from './auth.store.ts';

/** What this module needs of the server. */
type ChoicesWorld = CatalogueWorld & ClockWorld & DatabaseWorld;

export async function sponsorsOf({ db, clock }: ChoicesWorld, user: SessionUser) {
  const sponsors = await findSponsorsOf(db, user.userKey, clock.now());
  return {
    sponsorList: sponsors.map(({ sponsor_key, name }) => ({ sponsorKey: sponsor_key, sponsorName: name })),
    supported: (await findSupported(db, user.userKey, clock.now())).map(({ sponsor_key, name, until }) => ({
      sponsorKey: sponsor_key,
      sponsorName: name,
      until: until.toISOString(),
    })),
    // who looks at the data of a sponsor goes back to the administration
    systemAdmin: user.systemAdmin || (user.view !== null && user.view.supportUntil !== null),
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

/** The same senders as codes with labels. */
export async function codesOfSenders(deps: ChoicesWorld, user: SessionUser) {
  const { senderList } = await sendersOf(deps, user);
  return {
    codeList: senderList.map(({ SENDER_KEY, SND_ORGAN }) => ({
      codeValue: String(SENDER_KEY),
      codeLabel: SND_ORGAN,
    })),
  };
}

export function namesOfAppendices({ catalogue }: ChoicesWorld, language: Language) {
  const regions = catalogue.whole.appendices.map(({ appendix, label }) => ({
    codeValue: appendix,
    codeLabel: label[language] || label.en,
  }));
  return { codeList: [{ codeValue: STANDARD, codeLabel: STANDARD }, ...regions] };
}

/** The region of the standard is kept by the name of the standard. Throws 400 UNKNOWN_APPENDIX. */
export async function keepDefaultAppendix(
  { db, catalogue }: ChoicesWorld,
  user: SessionUser,
  appendix: string,
): Promise<void> {
  const known = [STANDARD, NO_REGION, ...catalogue.whole.appendices.map((region) => region.appendix)];
  if (!known.includes(appendix)) throw unknownAppendix(appendix);
  const stored = appendix === NO_REGION ? STANDARD : appendix;
  await putDefaultAppendix(db, { sponsorKey: user.sponsorKey, userKey: user.userKey, appendix: stored });
}
