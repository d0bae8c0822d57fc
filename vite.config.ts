import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { editsValidators } from './scripts/editsValidators.ts';

const SERVER = process.env.CASEWRIGHT_SERVER ?? 'http://127.0.0.1:8080';
const OF_THE_SERVER = ['/1.0', '/1.1', '/open-api', '/api', '/version.json', '/healthz'];

export default defineConfig({
  plugins: [react(), editsValidators()],
  server: { proxy: Object.fromEntries(OF_THE_SERVER.map((path) => [path, { target: SERVER }])) },
  build: {
    outDir: 'dist',
    target: 'es2024',
    // a strict content security policy: nothing is inlined into the page or as data: address of a script
    assetsInlineLimit: 0,
    // what every page needs is one file, and not fifty
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'main', tags: ['$initial'] }] } } },
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
  },
});
