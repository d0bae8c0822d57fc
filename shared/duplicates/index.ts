/** The duplicate check: what is compared, how, and what it counts. Pure. */
export { DUPLICATE_CHECK, type DuplicateColumn, isOf, rolesRead, type DuplicateField } from './descriptor.ts';
export { documentOf, readable, type DuplicateDocument, type Part, type Said } from './document.ts';
export { followUpPlan, takenOver } from './followUp.ts';
export { askedItems, checkForm, CHECK_PAGE } from './checkForm.ts';
export { keysOf, searchKeysOf } from './keys.ts';
export { rarityIn, scoreOf, type Score } from './score.ts';
