import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';

/** Is an empty item sent as "no information"? So are those that only take "true" (E2B(R3): true or a null flavor). */
export const emptyMeansNoInformation = ({ control }: Pick<CatalogueItem, 'control'>): boolean =>
  control === 'trueOnly';
