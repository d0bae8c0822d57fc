/** What is wrong with the faces of a sheet that is drawn. */
import type { SheetFault } from '../../shared/faces/faceFault.types.ts';
import { unheardParts, type HeardWorld } from './heardFaults.ts';
import { seenFaults } from './seenFaults.ts';

/** The faces that are drawn in an element, by their fields. */
export function facesIn(root: Element, { sheet }: HeardWorld) {
  const faces = new Map(sheet.faces.map((face) => [face.item.itemId, face]));
  return [...root.querySelectorAll<HTMLElement>('[data-address]')].flatMap((field) => {
    const face = faces.get(field.dataset.item ?? '');
    return face ? [{ field, face }] : [];
  });
}

/** What is not heard, in each width and theme. */
export const heardFaceFaults = (root: Element, world: HeardWorld): SheetFault[] =>
  facesIn(root, world).flatMap(({ field, face: { itemId, state }, face }) =>
    unheardParts(field, face, world).map((what): SheetFault => ({
      itemId,
      language: world.language,
      state,
      kind: 'unheard',
      what,
      width: null,
    })),
  );

/** What is not seen in a form of the width. */
export function seenFaceFaults(
  root: Element,
  world: HeardWorld,
  { width, withColours }: { width: number; withColours: boolean },
): SheetFault[] {
  const found = seenFaults(root, withColours);
  return facesIn(root, world).flatMap(({ field, face: { itemId, state } }) =>
    (found.get(field) ?? []).map(({ kind, what }): SheetFault => ({
      itemId,
      language: world.language,
      state,
      kind,
      what,
      width: kind === 'lowContrast' ? null : width,
    })),
  );
}
