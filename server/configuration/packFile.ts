/** The file of a configuration: written, and read with every check that needs nothing but the file. */
import { createHash } from 'node:crypto';
import {
  Pack,
  PACK_FORMAT,
  PACK_VERSION,
  type PackAddress,
  type PackElement,
} from '../../shared/configuration/pack.ts';
import { canonicalText } from '../../shared/text/canonicalText.ts';
import { excessIn } from '../../shared/text/jsonLimits.ts';
import { bodyChecked } from '../http/validation.ts';
import {
  configurationAltered,
  configurationUnknown,
  configurationUnreadable,
  configurationVersion,
  Problem,
} from '../problems.ts';
import type { ConfigurationPart } from './configurationPart.ts';

/** An element of a part that the product has, with a content that fits. */
export interface KnownElement extends PackAddress {
  content: unknown;
}

export interface KnownPack extends Omit<Pack, 'elements'> {
  elements: KnownElement[];
}

export const contentHash = (content: unknown): string =>
  createHash('sha256').update(canonicalText(content)).digest('hex');

/** The text of the file. */
export function writePack({ elements, ...head }: Omit<KnownPack, 'format' | 'formatVersion'>): string {
  const pack: Pack = {
    format: PACK_FORMAT,
    formatVersion: PACK_VERSION,
    ...head,
    elements: elements.map(({ part, name, content }) => ({
      part,
      name,
      hash: contentHash(content),
      content,
    })),
  };
  return `${JSON.stringify(pack, null, 2)}\n`;
}

/**
 * Throws 422 CONFIGURATION_UNREADABLE, CONFIGURATION_VERSION for another format, CONFIGURATION_ALTERED for a content that is
 * not the one of its hash, CONFIGURATION_UNKNOWN for what the product does not have.
 */
export function readPack(text: string, parts: readonly ConfigurationPart[]): KnownPack {
  const parsed = parsedJson(text);
  const { format, formatVersion } = (parsed ?? {}) as { format?: unknown; formatVersion?: unknown };
  if (format !== PACK_FORMAT) throw configurationUnreadable('format');
  if (formatVersion !== PACK_VERSION) throw configurationVersion(String(formatVersion), PACK_VERSION);
  const pack = checked(() => bodyChecked(Pack, parsed) as Pack);
  const elements = pack.elements.map((element) => known(element, parts));
  const names = elements.map(({ part, name }) => `${part}/${name}`);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw configurationUnreadable(twice);
  return { ...pack, elements };
}

function parsedJson(text: string): unknown {
  const excess = excessIn(text);
  if (excess !== null) throw configurationUnreadable(excess);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw configurationUnreadable((error as SyntaxError).message);
  }
}

function known(
  { part: partName, name, hash, content }: PackElement,
  parts: readonly ConfigurationPart[],
): KnownElement {
  const address = `${partName}/${name}`;
  const part = parts.find((one) => one.part === partName);
  const schema = part?.schemaOf(name) ?? null;
  if (!part || schema === null) throw configurationUnknown(address);
  if (contentHash(content) !== hash) throw configurationAltered(address);
  checked(() => bodyChecked(schema, content), address);
  return { part: part.part, name, content };
}

/** The place of the first mistake is said as one of the file. */
function checked<T>(check: () => T, address = ''): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const [mistake] = error.details as { path: string; message: string }[];
    throw configurationUnreadable([address, mistake?.path, mistake?.message].filter(Boolean).join(' '));
  }
}
