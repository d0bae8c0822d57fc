import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { editsValidators } from './scripts/editsValidators.ts';

const SERVER = process.env.CASEWRIGHT_SERVER ?? 'http://127.0.0.1:8080';
const OF_THE_SERVER = ['/1.0', '/1.1', '/open-api', '/api', '/version.json', '/healthz', '/readyz'];

/**
 * What a page asks for, from the bottom up: a file holds what its entrance imports and no file before it has, so that
 * no two files import each other. The rest, which few pages share, is left to the bundler.
 */
const LAYERS = [
  { name: 'login', test: /[\\/]src[\\/]areas[\\/](login|sign-on)[\\/]/ },
  { name: 'frame', test: /[\\/]src[\\/]router[\\/]\w+Guard\.tsx/ },
  { name: 'lists', test: /[\\/]src[\\/]lists[\\/]/ },
  { name: 'engine', test: /[\\/]src[\\/]engine[\\/]index\.ts/ },
  { name: 'editor', test: /[\\/]CaseDetailPage\.tsx/ },
];

export default defineConfig({
  plugins: [react(), editsValidators()],
  server: { proxy: Object.fromEntries(OF_THE_SERVER.map((path) => [path, { target: SERVER }])) },
  build: {
    outDir: 'dist',
    target: 'es2024',
    // a strict content security policy: nothing is inlined into the page or as data: address of a script
    assetsInlineLimit: 0,
    // a page asks for a handful of files, and not for a hundred
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'main', tags: ['$initial'], priority: LAYERS.length + 1 },
            ...LAYERS.map((layer, index) => ({ ...layer, priority: LAYERS.length - index })),
          ],
        },
      },
    },
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
  },
});
