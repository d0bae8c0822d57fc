/** What an appendix changes of items, groups and sections that others define. */
import { getNodeValue } from 'jsonc-parser';
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import { closest } from './closest.ts';
import { overlaysOf } from './declarations.ts';
import type { Declaration, Declarations, OverlayDeclaration } from './declarations.ts';
import { FILES } from './shapes.ts';
import { findingAt, members, property, textAt } from './sourceDocument.ts';
import type { Place, Problem } from './sourceDocument.ts';

/** What an overlay may change; other keys are told by the shape of the file. */
const shape = FILES['appendix.schema.json']?.properties?.overlays?.additionalProperties;
const KEYS = new Set(Object.keys((typeof shape === 'object' && shape.properties) || {}));

/** What of it is possible where it is no item. */
const CHANGES = {
  group: ['label', 'visibleWhen', 'hidden'],
  section: ['label', 'help', 'visibleWhen', 'hidden'],
};

export function overlayRules(declarations: Declarations): SourceFinding[] {
  const byName = new Map<string, Declaration>();
  for (const declaration of [...declarations.unplaced, ...declarations.all])
    byName.set(overlayName(declaration), declaration);
  return overlaysOf(declarations).flatMap((overlay) => {
    const target = byName.get(overlay.name);
    if (!target) {
      const message = `overlays: ${overlay.name} is not there`;
      const meant = closest(overlay.name, byName.keys());
      return [at(overlay, overlay.key, { rule: 'overlay-unknown-item', message, meant })];
    }
    return [...owner(overlay, target), ...changes(overlay, target), ...hides(declarations, overlay, target)];
  });
}

/** By which name overlays speak of it. */
const overlayName = ({ kind, page, name }: Declaration): string =>
  kind === 'section' ? `${page}/${name}` : name;

const at = ({ document }: OverlayDeclaration, place: Place, problem: Problem): SourceFinding =>
  findingAt(document, place, problem);

const warning = (rule: string, message: string): Problem => ({ rule, severity: 'warning', message });

function owner(overlay: OverlayDeclaration, { appendix }: Declaration): SourceFinding[] {
  const { name, key } = overlay;
  if (appendix === null) return [];
  const message =
    appendix === overlay.appendix
      ? `overlays: ${name} stands in this file; write it there`
      : `overlays: ${name} belongs to appendix ${appendix} and is never shown with this one`;
  const rule = appendix === overlay.appendix ? 'overlay-of-own-item' : 'overlay-of-other-appendix';
  return [at(overlay, key, warning(rule, message))];
}

function changes(overlay: OverlayDeclaration, target: Declaration): SourceFinding[] {
  const { name, key, node } = overlay;
  const said = members(node);
  if (said.length === 0)
    return [at(overlay, key, warning('overlay-changes-nothing', `overlays: ${name} changes nothing`))];
  const hidden = property(node, 'hidden')?.value === true;
  return said.flatMap(({ key: changed, value }) => {
    const what = String(changed.value);
    if (!KEYS.has(what)) return [];
    if (target.kind !== 'item' && !CHANGES[target.kind].includes(what)) {
      const message = `overlays: "${what}" of a ${target.kind} cannot be changed; possible are ${CHANGES[target.kind].join(', ')}`;
      return [at(overlay, changed, { rule: 'overlay-of-no-item', message })];
    }
    if (hidden && what !== 'hidden') {
      const message = `overlays: ${name} is hidden, so its "${what}" does not matter`;
      return [at(overlay, changed, warning('overlay-changes-nothing', message))];
    }
    if (!value || !saysAgain(what, value, property(target.node, what))) return [];
    const message = `overlays: ${name} has this "${what}" already`;
    return [at(overlay, value, warning('overlay-changes-nothing', message))];
  });
}

/** Is it what the item says anyway? Conformances and boxes are added to, the others replaced. */
function saysAgain(what: string, value: Node, base: Node | undefined): boolean {
  const said: unknown = getNodeValue(value);
  if (what === 'hidden') return said === false;
  if (base === undefined) return false;
  const before: unknown = getNodeValue(base);
  if (what === 'boxes' && Array.isArray(said) && Array.isArray(before))
    return said.every((box) => before.includes(box));
  if (what === 'required')
    return members(value).every(({ key, value: one }) => textAt(base, String(key.value)) === one?.value);
  return JSON.stringify(said) === JSON.stringify(before);
}

/** What is drawn with a hidden item goes with it. */
function hides(
  declarations: Declarations,
  overlay: OverlayDeclaration,
  { name }: Declaration,
): SourceFinding[] {
  const place = property(overlay.node, 'hidden');
  if (place?.value !== true) return [];
  const hidden = new Set(
    overlaysOf(declarations)
      .filter(
        ({ appendix, node }) => appendix === overlay.appendix && property(node, 'hidden')?.value === true,
      )
      .map((other) => other.name),
  );
  const lost = declarations.all.filter(
    (item) =>
      (item.appendix === null || item.appendix === overlay.appendix) &&
      !hidden.has(item.name) &&
      ['unitOf', 'versionOf', 'textOf'].some((key) => textAt(item.node, key) === name),
  );
  if (lost.length === 0) return [];
  const message = `overlays: with ${name} goes what is drawn beside it: ${lost.map((item) => item.name).join(', ')}; hide that too if it is meant`;
  return [at(overlay, place, warning('hides-attached', message))];
}
