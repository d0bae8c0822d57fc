import { atom, createStore } from 'jotai';
import { expect, it } from 'vitest';
import { createResource } from './resource.ts';

const open = () => {
  const requests: string[] = [];
  let fails = false;
  const store = createStore();
  const resource = createResource(store, async (key) => {
    requests.push(key);
    if (fails) throw new Error('no connection');
    return `codes of ${key}`;
  });
  return {
    asked: requests,
    resource,
    store,
    at: (key: string) => store.get(resource.at(key)),
    fail: (so: boolean) => (fails = so),
  };
};
const settled = () => new Promise((resolve) => setTimeout(resolve));

it('fetches once, however many want it', async () => {
  const { asked: requests, resource, at } = open();
  resource.want('sex');
  resource.want('sex');
  expect(at('sex').state).toBe('loading');
  await settled();
  resource.want('sex');
  expect(requests).toEqual(['sex']);
  expect(at('sex')).toEqual({ state: 'done', data: 'codes of sex', problem: null });
  expect(at('country').state).toBe('idle');
});

it('is fetched anew where that is wanted, and shows what it knows until then', async () => {
  const { asked: requests, resource, at } = open();
  resource.want('versions');
  await settled();
  resource.want('versions', true);
  expect(at('versions')).toMatchObject({ state: 'loading', data: 'codes of versions' });
  await settled();
  expect(at('versions').state).toBe('done');
  expect(requests).toHaveLength(2);
});

it('says why it failed, and tries again when wanted again', async () => {
  const { asked: requests, resource, at, fail } = open();
  fail(true);
  resource.want('sex');
  await settled();
  expect(at('sex')).toEqual({ state: 'failed', data: null, problem: 'no connection' });
  fail(false);
  resource.want('sex');
  await settled();
  expect(at('sex').data).toBe('codes of sex');
  expect(requests).toHaveLength(2);
});

it('is fetched when somebody first watches it, directly or through what is made of it', async () => {
  const { asked: requests, resource, store } = open();
  const words = atom((get) => get(resource.at('sex')).data ?? '');
  store.get(words);
  expect(requests).toEqual([]);
  const stop = store.sub(words, () => {});
  await settled();
  expect(store.get(words)).toBe('codes of sex');
  stop();
  store.sub(words, () => {});
  expect(requests).toEqual(['sex']);
});
