/** What earlier schema files had: its values stay stored, and no form, rule or message has it. */
import type { CatalogueItem } from './catalogue.types.ts';

/** The owner of what is retired: no appendix is called so, and so none shows it. */
export const RETIRED = '(retired)';

export const isRetired = ({ appendix }: Pick<CatalogueItem, 'appendix'>): boolean => appendix === RETIRED;
