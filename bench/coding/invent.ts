/**
 * Invented dictionaries and hard pairs of them: typing errors, words dropped, swapped or added, plural, spelling of the
 * region, abbreviations, names of products with strength, form, salt and company. For tuning; the same on every run.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chanceFrom, type Chance } from '../../shared/generate/chance.ts';
import { distortionsOf, type Distortion } from './distort.ts';
import lay from './lay.json' with { type: 'json' };
import words from './words.json' with { type: 'json' };

interface Name {
  code: string;
  term: string;
}

interface Invented {
  dictionary: Name[];
  pairs: { text: string; code: string }[];
  /** codings of other texts, to learn from */
  learn: { text: string; code: string }[];
}

const SEED = 20_260_101;
const PAIRS_OF_EACH = 400;

export function inventTables(directory: string): void {
  mkdirSync(directory, { recursive: true });
  const sets: Record<string, Invented> = {
    terms: inventTerms(),
    products: inventProducts(),
    lay: layPhrases(),
    ko: inventScript('korean'),
    ja: inventScript('japanese'),
    zh: inventScript('chinese'),
  };
  for (const [name, { dictionary, pairs, learn }] of Object.entries(sets)) {
    write(
      join(directory, `${name}.tsv`),
      'code\tterm',
      dictionary.map(({ code, term }) => `${code}\t${term}`),
    );
    write(join(directory, `${name}.pairs.tsv`), 'text\tcode', pairs.map(pairLine));
    write(join(directory, `${name}.learn.tsv`), 'text\tcode', learn.map(pairLine));
  }
}

const pairLine = ({ text, code }: { text: string; code: string }): string => `${text}\t${code}`;
const write = (file: string, header: string, lines: readonly string[]): void =>
  writeFileSync(file, `${[header, ...lines].join('\n')}\n`);

/** Sites, findings and modifiers in all combinations; every other name has a synonym, one in ten of which is asked for. */
function inventTerms(): Invented {
  const chance = chanceFrom(SEED);
  const dictionary: Name[] = [];
  const heldOut: { text: string; code: string }[] = [];
  for (const [noun = '', adjective = ''] of words.sites)
    for (const [finding = '', synonym = ''] of words.findings)
      for (const modifier of words.modifiers) {
        const code = String(10_000_000 + dictionary.length);
        dictionary.push({ code, term: sentence(`${modifier} ${adjective} ${finding}`) });
        if (!chance.percent(50)) continue;
        const other = sentence(`${modifier} ${noun} ${chance.percent(50) ? finding : synonym}`);
        if (chance.percent(5)) heldOut.push({ text: other, code });
        else dictionary.push({ code, term: other });
      }
  const pairs = distorted(chance, dictionary, distortionsOf(words.extras));
  return {
    dictionary,
    pairs: [...pairs, ...heldOut.slice(0, PAIRS_OF_EACH)],
    learn: heldOut.slice(PAIRS_OF_EACH),
  };
}

function inventProducts(): Invented {
  const chance = chanceFrom(SEED + 1);
  const { starts, middles, ends, salts, forms, strengths, companies } = words.drugs;
  const bases = new Set<string>();
  while (bases.size < 3000)
    bases.add(sentence(`${chance.pick(starts)}${chance.pick(middles)}${chance.pick(ends)}`));
  const dictionary = [...bases].flatMap((base, at): Name[] => {
    const salt = chance.percent(40) ? ` ${chance.pick(salts)}` : '';
    const brand = chance.percent(30) ? ` ${chance.pick(companies)}` : '';
    return [{ code: String(500_000 + at), term: `${base}${salt}${brand}` }];
  });
  const pairs = chance.pickSome(dictionary, PAIRS_OF_EACH * 4).map(({ code, term }) => {
    const base = chance.percent(30)
      ? distortionsOf([])['typing']?.(term.split(' ')[0] ?? '', chance)
      : term.split(' ')[0];
    const parts = [
      base ?? term,
      chance.percent(30) ? chance.pick(salts) : '',
      chance.pick(strengths),
      chance.pick(forms),
    ];
    return { code, text: parts.filter(Boolean).join(' ') };
  });
  return { dictionary, pairs, learn: pairs.splice(0, PAIRS_OF_EACH) };
}

/** What patients say; half of it to learn from. */
function layPhrases(): Invented {
  const dictionary = Object.keys(lay).map((term, at) => ({ code: String(800_000 + at), term }));
  const all = dictionary.flatMap(({ code, term }) =>
    lay[term as keyof typeof lay].map((text, at) => ({ text, code, isTest: at % 2 === 1 })),
  );
  const more = inventTerms().dictionary.slice(0, 20_000);
  return {
    dictionary: [...dictionary, ...more],
    pairs: all.filter((one) => one.isTest),
    learn: all.filter((one) => !one.isTest),
  };
}

function inventScript(script: 'korean' | 'japanese' | 'chinese'): Invented {
  const chance = chanceFrom(SEED + 2);
  const { sites, findings, modifiers, extras, endings } = words[script];
  const space = script === 'korean' ? ' ' : '';
  const dictionary = sites.flatMap((site) =>
    findings.flatMap((finding) =>
      modifiers.map((modifier) => ({ term: [modifier, site, finding].filter(Boolean).join(space) })),
    ),
  );
  const named = dictionary.map(({ term }, at) => ({ code: String(700_000 + at), term }));
  const distortions: Record<string, Distortion> = {
    added: (term, { pick }) => `${pick(extras)} ${term}`,
    ended: (term, { pick }) => `${term}${pick(endings)}`,
    joined: (term) => term.replaceAll(' ', ''),
    typing: (term, { between }) => dropLetter(term, between(0, term.length - 1)),
    swapped: (term, { pick }) => `${term.split(' ').toReversed().join(' ')}${pick(['', ...endings])}`,
  };
  const pairs = distorted(chance, named, distortions);
  return { dictionary: named, pairs, learn: pairs.splice(0, PAIRS_OF_EACH) };
}

const dropLetter = (text: string, at: number): string => text.slice(0, at) + text.slice(at + 1);

function distorted(
  chance: Chance,
  dictionary: readonly Name[],
  distortions: Readonly<Record<string, Distortion>>,
): { text: string; code: string }[] {
  const taken = Object.values(distortions).flatMap((distort) =>
    Array.from({ length: PAIRS_OF_EACH }, () => {
      const { code, term } = chance.pick(dictionary);
      return { text: distort(term, chance).trim(), code };
    }),
  );
  return chance.pickSome(taken, taken.length).filter(({ text }) => text !== '');
}

const sentence = (text: string): string => {
  const trimmed = text.replace(/\s+/g, ' ').trim();
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
};
