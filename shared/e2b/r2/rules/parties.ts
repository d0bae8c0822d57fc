/** Who reported and who sent: worldwide number, first reporter, telephone numbers, the study. */
import { fitted, type DownRule } from '../downgrade.ts';
import { textOf, type UpRule } from '../upgrade.ts';
import { codeInCapitals, isFirstOccurrence, setText } from './texts.ts';

/** The number of an authority counts more than that of a company, which becomes another number of the case. */
export const worldwideIdUp: UpRule = (up, { element: name, to = '', elements = {}, items = {} }, place) => {
  const company = up.child(place, name);
  const authority = up.child(place, elements['authority']);
  const [ofCompany, ofAuthority] = [textOf(company), textOf(authority)];
  up.use(company, authority);
  const own = up.value(items['caseNumber'], []);
  const id = ofAuthority || ofCompany || own;
  if (!id) return;
  up.set(to, [], id);
  up.set(items['by'] ?? '', [], ofAuthority === '' ? '2' : '1');
  if (ofAuthority === '' && ofCompany === '') up.note('madeUp', to, [], place.element, ['', id]);
  if (ofAuthority === '' || ofCompany === '' || ofAuthority === ofCompany) return;
  const { others = '', source = '', number = '' } = items;
  up.later(() => {
    const group = up.map.catalogue.items[number]?.groups[0] ?? '';
    const rows = up.nextRow(group, []);
    up.set(source, rows, '-');
    up.set(number, rows, ofCompany);
    up.replace(others, [], 'true');
    up.note('toText', number, rows, company, [ofCompany, ofCompany]);
  });
};

export const worldwideIdDown: DownRule = (down, leaf, place) => {
  const { to, elements = {}, items = {} } = leaf;
  const id = fitted(down, leaf, place, down.text(to, []));
  if (down.text(items['by'], []) !== '1') return id;
  if (id !== '') place.parts.set(elements['authority'] ?? '', id);
  return undefined;
};

/** The country of the first reporter: it says which of them is the first. */
export const primaryCountryUp: UpRule = (up, { element: name, to = '', items = {} }, place) => {
  const element = up.child(place, name);
  const country = codeInCapitals(up.map, to, textOf(element));
  up.use(element);
  up.later(() => {
    const group = up.map.catalogue.items[to]?.groups[0] ?? '';
    const rows = up.rowsOf(group).map((row) => [row]);
    const first =
      rows.find((path) => country !== '' && up.value(to, path) === country) ??
      rows.find((path) => up.value(items['qualification'], path) !== null) ??
      rows[0];
    if (!first) return up.refuse(country === '' ? undefined : element, 'noItem');
    up.set(items['primary'] ?? '', first, '1');
    if (country === '') return;
    if (up.set(to, first, country)) up.note('madeUp', to, first, element, [textOf(element), country]);
    else if (up.value(to, first) !== country) up.refuse(element, 'noItem');
  });
};

export const primaryCountryDown: DownRule = (down, leaf, place) => {
  const { to = '', items = {} } = leaf;
  const group = down.map.catalogue.items[to]?.groups[0] ?? '';
  const paths = down.rowsIn(group, []);
  for (const path of paths) down.take(items['primary'], path);
  const first = paths.find((path) => down.peek(items['primary'], path)?.value === '1') ?? paths[0];
  return first && fitted(down, leaf, place, down.peek(to, first)?.value ?? '');
};

/** One text in R3: `+44 20 7946000 12`. */
export const phoneUp: UpRule = (up, leaf, place) => {
  const { element: name, to = '', elements = {} } = leaf;
  const [country, number, extension] = [elements['country'], name, elements['extension']].map((one) =>
    up.child(place, one),
  );
  const texts = [country, number, extension].map(textOf);
  const [countryCode = '', digits = '', inner = ''] = texts;
  const whole = [countryCode && `+${countryCode.replace(/^\+/, '')}`, digits, inner]
    .filter(Boolean)
    .join(' ');
  if (whole === '') return;
  const isWord = setText(up, leaf, place.rows, digits || whole, number);
  if (!isWord) return up.refuse(number, 'notUnderstood');
  if (up.value(to, place.rows) !== null) up.replace(to, place.rows, whole);
  up.use(country, number, extension);
};

const PARTS = /^\+(\d{1,3})[ -](\d[\d ()-]*?)(?: (\d{1,5}))?$/;

/** A number without that of its country, with what people write between its digits. */
const NATIONAL = /^[\d(][\d ()./-]*$/;

/** In one element if it fits, else its digits, or in three; not at all where a part of it would be another number. */
export const phoneDown: DownRule = (down, leaf, place) => {
  const { to = '', elements = {}, length = 10 } = leaf;
  const text = down.text(to, place.rows).replace(/^(tel|fax):/i, '');
  if (text.length <= length) return text;
  const plain = text.replaceAll(/\D/g, '');
  if (NATIONAL.test(text) && plain.length <= length) {
    down.lose('otherSpelling', to, place.rows, place, [text, plain]);
    return plain;
  }
  const [, country = '', number = '', last = ''] = PARTS.exec(text) ?? [];
  const bare = number.replace(/\D/g, '');
  // groups of digits belong to one number, if it is not too long
  const isOne = /\D/.test(number) && bare.length + last.length <= length;
  const [digits, extension] = isOne ? [bare + last, ''] : [bare, last];
  if (digits === '' || digits.length > length) {
    down.lose('noPlace', to, place.rows, place, [text, '']);
    return undefined;
  }
  place.parts.set(elements['country'] ?? '', country);
  if (extension !== '') place.parts.set(elements['extension'] ?? '', extension);
  return digits;
};

/** The study's registrations stand before its name. */
export const studyNameDown: DownRule = (down, leaf, place) => {
  const { to, items = {} } = leaf;
  if (!isFirstOccurrence(down, place)) return undefined;
  const group = down.map.catalogue.items[items['number'] ?? '']?.groups[0] ?? '';
  const registered = down
    .rowsIn(group, [])
    .map((rows) => {
      const [number, country] = [down.text(items['number'], rows), down.text(items['country'], rows)];
      const words = [number, country && `(${country})`].filter(Boolean).join(' ');
      const item = number === '' ? items['country'] : items['number'];
      if (words !== '') down.lose('toText', item ?? '', rows, place, [words, words]);
      return words;
    })
    .filter((one) => one !== '');
  const name = down.text(to, []);
  return fitted(down, leaf, place, [registered.join(', '), name].filter(Boolean).join(': '));
};
