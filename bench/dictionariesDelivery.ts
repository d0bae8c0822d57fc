/** An invented delivery of WHODrug C3, as files that the command loads. */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { inventedDrugs } from './dictionariesTerms.ts';

/** names of one record: the first is the preferred one */
const NAMES = 4;
const DAY = '20260101';
/** lines written at once */
const BLOCK = 10_000;

/** A file of quoted fields. */
class Csv {
  readonly #file: number;
  #lines: string[] = [];

  constructor(folder: string, name: string) {
    this.#file = openSync(join(folder, `${name}.csv`), 'w');
  }

  add(...fields: (string | number)[]): void {
    this.#lines.push(fields.map((field) => `"${field}"`).join());
    if (this.#lines.length === BLOCK) this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    writeSync(this.#file, this.#lines.map((line) => `${line}\r\n`).join(''));
    this.#lines = [];
  }
}

/** Numbers from 1 for texts, in the order they are met. */
class Numbers extends Map<string, number> {
  of(text: string): number {
    const number = this.get(text) ?? this.size + 1;
    this.set(text, number);
    return number;
  }
}

/** Writes so many products, each with a form, a substance and an ATC code, into the folder; 250 bytes a product. */
export function writeDelivery(folder: string, count: number): void {
  mkdirSync(folder, { recursive: true });
  const opened = (name: string) => new Csv(folder, name);
  const [products, forms, substances, groups] = [opened('MP'), opened('PP'), opened('ING'), opened('THG')];
  const known = { form: new Numbers(), substance: new Numbers(), atc: new Numbers() };
  const texts = { strength: new Numbers(), company: new Numbers() };
  let at = 0;
  for (const { code: id, term, columns } of inventedDrugs(count)) {
    const { nameSpecifier = '', generic = '', country = '', mah = '', strength = '' } = columns;
    const { pharmForm = '', ingredients = '', atcCode = '' } = columns;
    const record = String(100_000 + Math.floor(at / NAMES)).padStart(6, '0');
    const sequence = [`0${1 + (at % NAMES)}`, '001', '', texts.strength.of(strength)];
    const source = ['001', 'N/A', '2026', '001', '01', DAY, DAY];
    products.add(
      id,
      id,
      record,
      ...sequence,
      generic,
      term.en,
      nameSpecifier,
      '',
      '',
      '',
      country,
      '',
      texts.company.of(mah),
      ...source,
    );
    forms.add(at, known.form.of(pharmForm), '001', id, '1', DAY);
    substances.add(at, DAY, known.substance.of(ingredients), '', '', '', at, id);
    known.atc.of(atcCode);
    groups.add(at, atcCode, DAY, 'Y', id);
    at += 1;
  }
  for (const file of [products, forms, substances, groups]) file.close();
  const list = (
    name: string,
    numbers: Numbers,
    row: (text: string, number: number) => (string | number)[],
  ) => {
    const file = opened(name);
    for (const [text, number] of numbers) file.add(...row(text, number));
    file.close();
  };
  const codeAndText = (text: string, number: number) => [number, text];
  list('PF', known.form, codeAndText);
  list('STR', texts.strength, codeAndText);
  list('ORG', texts.company, codeAndText);
  list('SUN', known.substance, (text, number) => [number, `${number}-00-0`, '001', text, '2026', '001']);
  list('ATC', known.atc, (atc) => [atc, '5', `Group ${atc}`]);
}
