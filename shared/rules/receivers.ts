/** Possible receivers of a case: the shared standard, and the authority of each region. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CompiledRules } from '../expressions/compileRule.ts';
import type { Scope } from '../expressions/scope.ts';
import type { Receiver } from './finding.types.ts';

/** The authority whose rules apply to every receiver; as an appendix it has no regional items. */
export const STANDARD: Receiver = 'ICH';
/** The region of the standard (specification section 9); its items are those without a region. */
export const NO_REGION = 'NA';

/** The standard, and the authority of each region with the region whose items it accepts. */
export const receiversOf = ({ appendices }: Catalogue): { receiver: Receiver; appendix: string }[] => [
  { receiver: STANDARD, appendix: NO_REGION },
  ...appendices.map(({ authority, appendix }) => ({ receiver: authority, appendix })),
];

/** The authority of a region; the standard where there is none. */
export const receiverOfRegion = (catalogue: Catalogue, appendix: string): Receiver =>
  (appendix === NO_REGION ? undefined : receiversOf(catalogue).find((known) => known.appendix === appendix))
    ?.receiver ?? STANDARD;

/** The receivers relevant to a region: the standard, then its own authority. */
export const receiversIn = (catalogue: Catalogue, appendix: string): Receiver[] =>
  receiversOf(catalogue)
    .filter((known) => known.receiver === STANDARD || known.appendix === appendix)
    .map(({ receiver }) => receiver);

/** The profile of the receiver selected by the filled envelope of a case. */
export const profileOfCase = (
  { profiles }: CompiledRules,
  whole: Scope,
  receiver: Receiver,
): string | undefined =>
  profiles.find(({ authority, holds }) => authority === receiver && holds(whole))?.profile;
