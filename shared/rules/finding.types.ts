/** Findings of the checks of a case, from any source. */
import type { Static } from 'typebox';
import type { Finding as FindingContract } from '../contract/common.ts';

/** The address is where to correct it. The message is a sentence without the item's label, which is shown with it. */
export type Finding = Static<typeof FindingContract>;

export type Severity = Finding['severity'];

/** Receiver of a check: ICH alone, or the authority of an appendix, whose conformances and rules are added. */
export type Receiver = string;
