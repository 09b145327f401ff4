import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';
import { launchBrowser } from '../../../e2e/support/launch.ts';
import { figure, percentile } from '../figure.ts';

interface Frames {
  readonly zoom: readonly number[];
  readonly pan: readonly number[];
  readonly updates: readonly number[];
}

/** Without vsync, so that a frame takes as long as its work: script, raster and compositing. */
const UNLIMITED = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

/** A hundred thousand tiles over a whole 1920 × 1080 window, zoomed, panned and updated in a real browser. */
export async function measureTileMap() {
  const outDir = await mkdtemp(join(tmpdir(), 'gwanje-tile-map-'));
  const root = join(import.meta.dirname, 'tile-map');
  const common = { root, configFile: false, logLevel: 'error' } as const;
  await build({ ...common, plugins: [react()], build: { outDir, emptyOutDir: true, target: 'es2023' } });
  const server = await preview({ ...common, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
  const browser = await launchBrowser(UNLIMITED);
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    await page.waitForSelector('canvas');
    const { zoom, pan, updates } = await page.evaluate<Frames>('measureTileMap()');
    return [
      figure('web.tilemap_100k_frame_ms', percentile([...zoom, ...pan], 0.95), 'ms', '<= 16'),
      figure('web.tilemap_100k_update_ms', percentile(updates, 0.5), 'ms', '<= 50'),
    ];
  } finally {
    await browser.close();
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  }
}
