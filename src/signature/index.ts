/** Signing: what a signature may mean, the fields that ask for it, and what a change of status asks for with it. */
export { meaningWords, USUAL_MEANING } from './meanings.ts';
export { SignatureFields } from './SignatureFields.tsx';
export { useSignature } from './useSignature.ts';
export { useStatusReason } from './useStatusReason.tsx';
