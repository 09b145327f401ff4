import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { iconFont } from './build/icon-font.ts';
import { precompress } from './build/precompress.ts';

function path(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}

/** In development the server runs beside Vite; the login site is reached by its own address from /config.json. */
const serverUrl = 'http://localhost:4100';

export default defineConfig({
  root: path('.'),
  plugins: [
    react(),
    iconFont({
      folders: [path('./src'), path('../../packages/ui/src')],
      cacheFolder: path('../../node_modules/.cache/gwanje-icons'),
    }),
    precompress(),
  ],
  build: {
    target: 'es2023',
    manifest: true,
    sourcemap: false,
    // The content security policy allows no data: fonts, and small files compress well enough.
    assetsInlineLimit: 0,
    // A style sheet per page would be a request more for a few hundred bytes each only where pages have their own.
    cssCodeSplit: true,
    reportCompressedSize: false,
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': serverUrl, '/config.json': serverUrl },
  },
});
