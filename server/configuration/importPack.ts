/** Elements of a file become the sponsor's, part by part, in the transaction of the caller. */
import { addressText, type PackAddress } from '../../shared/configuration/pack.ts';
import { problemMessage } from '../http/problemMessage.ts';
import { configurationNeeds, Problem } from '../problems.ts';
import { inSavepoint, type Trx } from '../storage/database.ts';
import type { ConfigurationPart, ConfigurationWorld, Importer } from './configurationPart.ts';
import type { KnownElement } from './packFile.ts';

export interface Refusal extends PackAddress {
  /** in the language of the user */
  message: string;
}

export interface PackImport {
  parts: readonly ConfigurationPart[];
  importer: Importer;
  /** what the sponsor has */
  own: readonly KnownElement[];
  chosen: readonly KnownElement[];
  reason: string;
}

/**
 * Imports what is not refused, and answers with the rest: the caller rolls back where that is not wanted. Every service
 * works in this transaction, since its database is the transaction.
 */
export async function importElements(
  trx: Trx,
  deps: ConfigurationWorld,
  { parts, importer, own, chosen, reason }: PackImport,
): Promise<Refusal[]> {
  const there = new Set(own.map(addressText));
  const refusals: Refusal[] = [];
  let world: ConfigurationWorld = { ...deps, db: trx };
  for (const part of parts)
    for (const unit of unitsOf(part, chosen))
      try {
        requireNeeds(part, unit, there);
        const found = await inSavepoint(trx, () => part.put(world, importer, unit, reason));
        world = { ...world, ...found };
        for (const element of unit) there.add(addressText(element));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        refusals.push(...refusalsOf(error, unit, importer));
      }
  return refusals;
}

/** Elements that are put at once. */
function unitsOf({ part, together }: ConfigurationPart, chosen: readonly KnownElement[]): KnownElement[][] {
  const elements = chosen.filter((element) => element.part === part);
  if (together) return elements.length > 0 ? [elements] : [];
  return elements.map((element) => [element]);
}

function requireNeeds(
  part: ConfigurationPart,
  unit: readonly KnownElement[],
  there: ReadonlySet<string>,
): void {
  const missing = unit
    .flatMap(({ content }) => part.needs(content))
    .filter((need) => !there.has(addressText(need)));
  if (missing.length > 0) throw configurationNeeds(missing.map(({ name }) => name));
}

/** Those that the details of the problem name; where they name none, the whole unit. */
function refusalsOf(problem: Problem, unit: readonly KnownElement[], { language }: Importer): Refusal[] {
  const details = Array.isArray(problem.details) ? (problem.details as unknown[]) : [];
  const message = problemMessage(problem, language);
  const named = unit.filter(({ name }) => details.some((one) => fileOf(one) === name));
  return (named.length > 0 ? named : unit).map(({ part, name }) => {
    const own = details.filter((one) => fileOf(one) === name || fileOf(one) === undefined);
    return { part, name, message: [message, ...own.slice(0, MAX_DETAILS).map(detailText)].join('\n') };
  });
}

/** Of the details of one refusal. */
const MAX_DETAILS = 5;

const fileOf = (detail: unknown): string | undefined => (detail as { file?: string } | null)?.file;

/** A finding with its place, a problem of a step with its field, a name. */
function detailText(detail: unknown): string {
  if (typeof detail !== 'object' || detail === null) return String(detail);
  const { line, column, message, step, field, id } = detail as Record<string, string | undefined>;
  return message === undefined ? [step, field, id].filter(Boolean).join(' ') : `${line}:${column} ${message}`;
}
