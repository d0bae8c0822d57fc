/** The faces of items: every item in every state, language, width and theme, drawn, measured and spoken. */
export { FaceForm } from './FaceForm.tsx';
export { facesIn } from './faceFaults.ts';
export type { HeardWorld } from './heardFaults.ts';
export { measureFaces, type FaceResult } from './measureFaces.ts';
export { speechOf, type Speech } from './speech.ts';
export { useFaces, type LiveFace } from './useFaces.ts';
