import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { iconFont } from './build/icon-font.ts';
import { precompress } from './build/precompress.ts';
import { withoutJsonSchemas } from './build/without-json-schemas.ts';

function path(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}

/** In development the server runs beside Vite; the login site is reached by its own address from /config.json. */
const serverUrl = 'http://localhost:4100';

const COMMON =
  /packages\/(?:domain\/src\/(?:formats\/(?:bytes|time|count|number|elapsed|percent|cores)|mappings\/mon-result)|contract\/src\/(?:pods|nodes|columns|objects)|ui\/src\/chip)\.|console\/src\/shared\/(?:stream\/(?!stream-worker)|inventory\/[a-z-]*address|address\/|api\/query\.|lists\/load-failed|list\/(?:state-looks|use-tick))/;

export default defineConfig({
  root: path('.'),
  plugins: [
    react(),
    iconFont({
      folders: [path('./src'), path('../../packages/ui/src')],
      cacheFolder: path('../../node_modules/.cache/gwanje-icons'),
    }),
    withoutJsonSchemas(),
    precompress(),
  ],
  build: {
    target: 'es2023',
    manifest: true,
    sourcemap: false,
    // The content security policy allows no data: fonts, and small files compress well enough.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Brotli makes 190 kB of it; splitting it further only adds requests, since all of it is needed at once.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        // What every page needs in two files: libraries, which change seldom, and the shell. Left alone, each module that
        // a lazy page shares with the entry becomes a file of its own, thirty of them, and compresses worse.
        codeSplitting: {
          groups: [
            { name: 'vendor', tags: ['$initial'], test: /node_modules/, priority: 2 },
            // The entry itself stays, or the manifest would not name it.
            { name: 'shell', tags: ['$initial'], test: /^(?!.*(?:main\.tsx|index\.html))/, priority: 1 },
            // Small things that the dashboard shares with other pages: a file each would cost more in headers than it holds.
            { name: 'common', test: COMMON, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': serverUrl, '/config.json': serverUrl },
  },
});
