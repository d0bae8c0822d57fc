/** The duplicate check: compared fields, comparisons and scores. Pure. */
export { DUPLICATE_CHECK, type DuplicateColumn, isOf, rolesRead, type DuplicateField } from './descriptor.ts';
export { documentOf, readable, type DuplicateDocument, type Part, type FieldContent } from './document.ts';
export { planFollowUp, applyFollowUp, selectedParts } from './followUp.ts';
export { formItems, checkForm, receiptItem, CHECK_PAGE } from './checkForm.ts';
export { onceItems } from './onceItems.ts';
export { keysOf, searchKeysOf } from './keys.ts';
export { rarityIn, scoreOf, type Score } from './score.ts';
