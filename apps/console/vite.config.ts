import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { iconFont } from './build/icon-font.ts';
import { precompress } from './build/precompress.ts';
import { withoutJsonSchemas } from './build/without-json-schemas.ts';

function path(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}

/** In development the server runs beside Vite; the console reads the address of the login site from /config.json. */
const serverUrl = 'http://localhost:4100';

/** Modules that the dashboard shares with other pages, by the end of their path. */
const COMMON = new RegExp(
  [
    'packages/ui/src/(?:chip|list/(?:long-name|model/(?:name-parts|usage)))',
    'console/src/core/(?:stream/(?!stream-worker).*|navigation/use-address|api/query|browser/use-now)',
    'console/src/components/(?:loading/load-failed|list/columns/state-appearance)',
    'console/src/entities/inventory/(?:info-queries|child-state|limit-text|object-address)',
    'console/src/entities/(?:clusters/(?:doctor-link|unread-kinds)|dashboard/dashboard-tabs)',
  ]
    .map((path) => `(?:${path}\\.)`)
    .join('|'),
);

export default defineConfig({
  root: path('.'),
  plugins: [
    react(),
    iconFont({
      folders: [path('./src'), path('../../packages/kinds/src'), path('../../packages/ui/src')],
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
    // 190 kB with Brotli. The first page needs all of it, so smaller files would only add requests.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        // The first load is two files: the libraries, which change seldom, and the shell. By default each module that a
        // lazy page shares with the entry becomes a separate file; thirty small files compress worse.
        codeSplitting: {
          groups: [
            { name: 'vendor', tags: ['$initial'], test: /node_modules/, priority: 2 },
            // Not the entry, which must stay a separate file for the manifest.
            { name: 'shell', tags: ['$initial'], test: /^(?!.*(?:main\.tsx|index\.html))/, priority: 1 },
            // As separate files, these small modules would have more bytes of headers than of content.
            { name: 'common', test: COMMON, minShareCount: 2 },
          ],
        },
      },
    },
  },
  worker: {
    rolldownOptions: {
      output: {
        // A service worker controls the pages below its own path, and browsers look for a new one under the same name.
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': serverUrl, '/config.json': serverUrl },
  },
});
