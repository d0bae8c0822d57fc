/** Signing: what a signature may mean, and the fields that ask for it. */
export { meaningWords, USUAL_MEANING } from './meanings.ts';
export { SignatureFields, type SignatureFieldsProps } from './SignatureFields.tsx';
