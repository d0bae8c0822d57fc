/** What a personal value becomes when its retention period is over. */
import { EMPTY_VALUE, type ItemValue } from '../case/itemValue.ts';
import { MASKED } from './maskContent.ts';

const PSEUDONYM: ItemValue = { ...EMPTY_VALUE, nullFlavor: MASKED };

/**
 * The null flavor MSK in place of a value and its second-language text: that there was one stays known. The same for every
 * item, so that nothing of the value is left and the database can refuse any other change of an audit trail.
 */
export const pseudonymOf = (value: ItemValue): ItemValue =>
  value.value === null && value.notation === null ? value : PSEUDONYM;
