import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';

type NumberRule = NonNullable<CatalogueItem['number']>;
const FULL_WIDTH = /[\uFF0B-\uFF1E]/g;

/**
 * What of a typed text can be, or become, a number of the rule: full-width digits are narrowed, everything else that
 * cannot stand is dropped. A decimal comma counts as the point.
 */
export function numberTyped(text: string, rule: NumberRule): string {
  const narrow = text
    .replace(FULL_WIDTH, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replaceAll(',', '.')
    .replaceAll(/\s/g, '');
  const [, qualifier = '', rest = ''] = /^([<>]=?|)(.*)$/.exec(narrow) ?? [];
  const sign = rest.startsWith('-') && (rule.min === undefined || rule.min < 0) ? '-' : '';
  const [whole = '', ...fractions] = rest.replaceAll(/[^\d.]/g, '').split('.');
  const decimals = fractions.join('').slice(0, rule.decimals ?? 15);
  const point = fractions.length > 0 && rule.decimals !== 0 ? '.' : '';
  return `${rule.qualifier ? qualifier : ''}${sign}${whole}${point}${point && decimals}`;
}

/** A finished number as it is stored: no lone sign, qualifier or point. */
export function numberDone(text: string): string {
  const [, qualifier = '', sign = '', whole = '', fraction = ''] =
    /^([<>]=?|)(-?)(\d*)\.?(\d*)$/.exec(text) ?? [];
  if (whole === '' && fraction === '') return '';
  return `${qualifier}${sign}${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
}
