import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { collectIconNames, iconCss, iconNamesIn, readCodePoints, unknownIcons } from './icon-names.ts';

const ICON_CSS_ID = 'virtual:icons.css';
const require = createRequire(import.meta.url);

interface IconFontOptions {
  /** Folders whose sources name icons. */
  readonly folders: readonly string[];
  /** The folder of the generated font and style sheet, which are reused by the next build. */
  readonly cacheFolder: string;
}

/** Ships only the icons that the sources name: the full font has 403 kB. The build fails on an unknown icon name. */
export function iconFont({ folders, cacheFolder }: IconFontOptions): Plugin {
  const cssFile = join(cacheFolder, 'icons.css');
  const fontFile = require.resolve('@mdi/font/fonts/materialdesignicons-webfont.ttf');
  const codePoints = readCodePoints(
    readFileSync(require.resolve('@mdi/font/css/materialdesignicons.css'), 'utf8'),
  );
  let written = '';

  async function generate(): Promise<boolean> {
    const names = collectIconNames(folders);
    const unknown = unknownIcons(names, codePoints);
    if (unknown.length > 0) throw new Error(`no such icon in @mdi/font: ${unknown.join(', ')}`);
    const css = iconCss(names, codePoints);
    if (css === written) return false;
    const text = [...names].map((name) =>
      String.fromCodePoint(Number.parseInt(codePoints.get(name) ?? '', 16)),
    );
    const font = await subsetFont(readFileSync(fontFile), text.join(''), { targetFormat: 'woff2' });
    mkdirSync(cacheFolder, { recursive: true });
    writeFileSync(join(cacheFolder, 'icons.woff2'), font);
    writeFileSync(cssFile, css);
    written = css;
    return true;
  }

  return {
    name: 'gwanje:icon-font',
    async buildStart() {
      await generate();
    },
    resolveId(id) {
      return id === ICON_CSS_ID ? cssFile : undefined;
    },
    async handleHotUpdate({ file, read, server }) {
      if (!/\.tsx?$/.test(file) || iconNamesIn(await read()).every((name) => written.includes(`.${name}::`)))
        return;
      if (await generate()) server.ws.send({ type: 'full-reload' });
    },
    transformIndexHtml(_html, { bundle }): HtmlTagDescriptor[] {
      const font = Object.keys(bundle ?? {}).find((name) => /icons-[^/]+\.woff2$/.test(name));
      if (!font) return [];
      return [
        {
          tag: 'link',
          injectTo: 'head',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true },
        },
      ];
    },
  };
}
