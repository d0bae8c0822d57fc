declare module 'virtual:edits-validators' {
  import type { ValidatorFunctions } from '@rjsf/validator-ajv8';

  /** of the catalogue that the validators were compiled from */
  export const filesVersion: string;
  /** by page */
  export const validators: Readonly<Record<string, () => Promise<ValidatorFunctions>>>;
}
