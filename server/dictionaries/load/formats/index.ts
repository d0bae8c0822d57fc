/** All formats that can be loaded. A format of a further dictionary is one more descriptor here. */
import type { Format } from '../format.ts';
import { devices } from './devices.ts';
import { korea } from './korea.ts';
import { meddra } from './meddra.ts';
import { simple } from './simple.ts';
import { whodrugB3, whodrugC3, whodrugSubstances } from './whodrug.ts';

export const FORMATS: readonly Format[] = [
  meddra,
  whodrugC3,
  whodrugB3,
  ...whodrugSubstances,
  ...korea,
  ...devices,
  ...simple,
];

export const formatsOf = (dictionary: string): Format[] =>
  FORMATS.filter((format) => format.dictionary === dictionary);
