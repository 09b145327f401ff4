import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const COMPRESSIBLE = /\.(?:js|css|html|svg|json|txt)$/;

export function compress(content: Buffer): Promise<Buffer> {
  return brotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}

/** Writes a `.br` file beside each text file, so that the server need not compress responses. */
export function precompress(): Plugin {
  let outFolder = '';
  return {
    name: 'gwanje:precompress',
    apply: 'build',
    configResolved(config) {
      outFolder = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const files = readdirSync(outFolder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((file) => !file.startsWith(join(outFolder, '.vite')));
      for (const file of files) {
        const content = readFileSync(file);
        const compressed = await compress(content);
        if (compressed.length < content.length) writeFileSync(`${file}.br`, compressed);
      }
    },
  };
}
