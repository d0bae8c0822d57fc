/** Tasks of charts that the server runs as durable processes: it provides what they do. */
import { fromPromise } from 'xstate';

/** A task of this name; what runs the chart provides it. */
export const task = <Output, Input = unknown>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`${name} was not provided`)));

/** The message of what a task failed with, also where it was kept as JSON. */
export const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
