/** What a check of a case found, whichever rules it came from. */
import type { Static } from 'typebox';
import type { Finding as FindingContract } from '../contract/common.ts';

/** The address is where to correct it. The message is a sentence without the item's label, which is shown with it. */
export type Finding = Static<typeof FindingContract>;

export type Severity = Finding['severity'];

/** Whom a case is checked for: ICH alone, or the authority of an appendix, whose conformances and rules come on top. */
export type Receiver = string;
