/** MedDRA terms, and the words of reporters. */
import type { R2Leaf } from '../../../../schemas/e2b/r2.types.ts';
import type { XmlElement } from '../../xmlTree.ts';
import { fitted, type DownRule } from '../downgrade.ts';
import { textOf, type Place, type Upgrade, type UpRule } from '../upgrade.ts';
import { rowFor, setText, wordOf } from './texts.ts';

export const CODE = /^\d{8}$/;
const WITH_VERSION = /^(.*) \((\d{1,2}\.\d)\)$/s;

export const termUp: UpRule = (up, leaf, place) => {
  const { element: name, to = '', version = '', versionTo = '', elements = {} } = leaf;
  const element = up.child(place, name);
  const versionElement = up.child(place, version);
  const term = textOf(element);
  if (term === '') {
    up.refuse(textOf(versionElement) === '' ? undefined : versionElement, 'notUnderstood');
    return preferred(up, leaf, place, elements);
  }
  const stated = textOf(versionElement);
  const code = CODE.test(term) ? term : up.ports.codeOf(term, stated);
  const rows = rowFor(up, leaf, place);
  if (code === null) return asText(up, leaf, rows, element, versionElement);
  if (!up.set(to, rows, code)) return up.refuse(element, 'second');
  up.use(element, versionElement);
  if (stated !== '') up.set(versionTo, rows, stated);
  if (code === term) return;
  up.terms.set(`${to}|${rows.join(',')}`, term);
  up.note('codeFound', to, rows, element, [term, code]);
};

/** Without a lowest level term the preferred term is taken: there is one of its name and code on the lowest level, too. */
function preferred(up: Upgrade, leaf: R2Leaf, place: Place, elements: Record<string, string>): void {
  const { to = '', versionTo = '' } = leaf;
  const element = up.child(place, elements['preferred']);
  const versionElement = up.child(place, elements['preferredVersion']);
  const [term, stated] = [textOf(element), textOf(versionElement)];
  if (term === '') return;
  const code = CODE.test(term) ? term : up.ports.codeOf(term, stated);
  if (code === null) return asText(up, leaf, place.rows, element, versionElement);
  if (!up.set(to, place.rows, code)) return;
  up.use(element, versionElement);
  if (stated !== '') up.set(versionTo, place.rows, stated);
  up.note('preferredTerm', to, place.rows, element, [term, code]);
}

/** A term without a code: in the item for texts if there is one, else below a heading. */
function asText(
  up: Upgrade,
  { to = '', text: textTo, heading = '', subject, label, into }: R2Leaf,
  rows: readonly number[],
  element: XmlElement | undefined,
  versionElement: XmlElement | undefined,
): void {
  const stated = textOf(versionElement);
  const words = textOf(element) + (stated === '' ? '' : ` (${stated})`);
  if (textTo && up.map.sharedItems.has(textTo)) up.append(textTo, rows, words, '; ');
  else if (textTo && !up.set(textTo, rows, words)) {
    up.refuse(element, 'notUnderstood');
    return up.refuse(versionElement, 'notUnderstood');
  }
  up.use(element, versionElement);
  if (textTo) return up.note('toText', textTo, rows, element, [words, words]);
  const whose = [subject ? up.value(subject, rows) : null, label].filter(Boolean).join(', ');
  up.headed(into, `${heading}${whose === '' ? '' : ` ${whose}`}: ${words}`);
  up.note('toNarrative', into ?? up.map.narrative, [], element, [words, words]);
  if (!subject) up.note('noCode', to, rows, element, [words, '']);
}

export const termDown: DownRule = (down, leaf, place) => {
  const { newRow, heading = '', subject } = leaf;
  if (!newRow) return termAt(down, leaf, place, place.rows);
  const [first, ...more] = down.rowsIn(newRow, place.rows);
  const name = subject ? down.peek(subject, place.rows)?.value : null;
  for (const rows of more) {
    const { to = '', versionTo, text } = leaf;
    const words = [down.text(to, rows), bracketed(down.text(versionTo, rows)), down.text(text, rows)]
      .filter(Boolean)
      .join(' ');
    if (words === '') continue;
    down.headed(heading, `${name ? ` ${name}` : ''}: ${words}`);
    down.lose('toNarrative', to, rows, place, [words, '']);
  }
  return first ? termAt(down, leaf, place, first) : undefined;
};

const bracketed = (version: string): string => (version === '' ? '' : `(${version})`);

const termAt: (...given: [...Parameters<DownRule>, rows: readonly number[]]) => string | undefined = (
  down,
  leaf,
  place,
  rows,
) => {
  const { to, version = '', versionTo, text: textTo } = leaf;
  const code = down.text(to, rows);
  if (code !== '') {
    const stated = down.text(versionTo, rows);
    if (stated !== '') place.parts.set(version, stated);
    return code;
  }
  if (!textTo || down.map.sharedItems.has(textTo) || leaf.elements) return undefined;
  const words = down.text(textTo, rows);
  const [, term, stated] = WITH_VERSION.exec(words) ?? [];
  if (stated !== undefined) place.parts.set(version, stated);
  return fitted(down, leaf, place, term ?? words);
};

/** What the reporter called it, in the language of the message. */
export const verbatimUp: UpRule = (up, leaf, place) => {
  const { element: name, to = '', items = {} } = leaf;
  const element = up.child(place, name);
  const text = textOf(element);
  if (text === '') return;
  if (!setText(up, leaf, place.rows, text, element)) return up.refuse(element, 'second');
  up.use(element);
  const language = languageIn(up.map, languageOf(element));
  if (language === undefined) return;
  up.set(items['language'] ?? '', place.rows, language);
  if (language === up.map.codes.english) up.set(items['translation'] ?? to, place.rows, text);
};

/** The code of R3 for the language of a `lang` attribute, which may be `en`, `en-GB` or `eng`. */
export function languageIn({ codes: { languages } }: Upgrade['map'], lang: string): string | undefined {
  const [language = ''] = lang.trim().toLowerCase().split(/[-_]/);
  if (Object.hasOwn(languages, language)) return languages[language];
  return Object.values(languages).includes(language) ? language : undefined;
}

/** The nearest `lang` attribute. */
export function languageOf(element: XmlElement | null | undefined): string {
  if (!element) return '';
  const lang = element.attributes['lang'] ?? element.attributes['xml:lang'];
  return lang || languageOf(element.parent);
}

export const verbatimDown: DownRule = (down, leaf, place) => {
  const { to = '', items = {} } = leaf;
  const [native, translation, language] = [to, items['translation'], items['language']].map((item) =>
    down.text(item, place.rows),
  );
  const { languages, english } = down.map.codes;
  const written = translation || native || '';
  const spoken = translation ? english : language;
  const code = Object.entries(languages).find(([, known]) => known === spoken)?.[0];
  if (code !== undefined) place.languages.set(leaf.element, code);
  if (native && native !== written)
    down.lose('onlyFirst', to, place.rows, place, [`${native}${language ? ` (${language})` : ''}`, written]);
  else if (language && (language !== spoken || code === undefined || written === ''))
    down.lose('noPlace', items['language'] ?? '', place.rows, place, [language, '']);
  return fitted(down, leaf, place, written);
};

/** A name, below which R3 has identifiers that R2 has not. */
export const productNameDown: DownRule = (down, leaf, place) => {
  const { to, identifiers = [] } = leaf;
  const known = identifiers.flatMap(([kind, code, version]) => {
    const text = down.text(code, place.rows);
    if (text === '') return [];
    const stated = down.text(version, place.rows);
    const whole = `${text}${stated === '' ? '' : ` (${stated})`}`;
    down.lose('toText', code, place.rows, place, [whole, `${kind}: ${whole}`]);
    return [`${kind}: ${whole}`];
  });
  const name =
    down.text(to, place.rows) || (known.length > 0 ? '' : wordOf(down, leaf, down.take(to, place.rows)));
  return fitted(down, leaf, place, [...known, name].filter(Boolean).join(': '));
};
