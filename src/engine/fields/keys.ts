export { isComposing, isSubmitEnter } from '../../keys/composing.ts';
