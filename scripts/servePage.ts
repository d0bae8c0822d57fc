/** A page of a command in a production build, served on a free port of this machine. */
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';
import { editsValidators } from './editsValidators.ts';

export interface Site {
  url: string;
  close(): Promise<void>;
}

interface PageOfCommand {
  /** the folder of its index.html */
  root: string;
  outDir: string;
}

export async function servePage({ root, outDir }: PageOfCommand): Promise<Site> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    // the engine imports the validators of edits as a module that the plugin makes
    plugins: [react(), editsValidators()],
    build: { outDir, emptyOutDir: true, target: 'es2024', chunkSizeWarningLimit: 5000 },
  });
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  });
  const [url] = server.resolvedUrls?.local ?? [];
  if (url === undefined) throw new Error(`vite serves the page of ${root} at no local address`);
  return { url, close: () => server.close() };
}
