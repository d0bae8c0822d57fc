/** The door of AI coding: recommended codes, entries of dictionaries shown, and the question after a change. */
export { recommendTerm } from './recommendTerm.tsx';
export { askForCodes, type CodesAnswer } from './askForCodes.ts';
export { reasonText, scoreText } from './scoreAndReason.ts';
export { showEntry } from './showEntry.tsx';
export { confirmUpdate } from './confirmUpdate.tsx';
