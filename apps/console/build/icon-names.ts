import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

const ICON_NAME = /\bmdi-[a-z0-9]+(?:-[a-z0-9]+)*/g;
const SOURCE_EXTENSIONS = new Set(['.ts', '.tsx']);

export function iconNamesIn(text: string): string[] {
  return text.match(ICON_NAME) ?? [];
}

/** Every icon name in the sources below the folders, without tests, which may contain unknown names. */
export function collectIconNames(folders: readonly string[]): Set<string> {
  const names = new Set<string>();
  for (const folder of folders) {
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
      if (!entry.isFile() || !SOURCE_EXTENSIONS.has(extname(entry.name)) || /\.test\.tsx?$/.test(entry.name))
        continue;
      for (const name of iconNamesIn(readFileSync(join(entry.parentPath, entry.name), 'utf8')))
        names.add(name);
    }
  }
  return names;
}

/** Code points by icon name, from the style sheet of the font package. */
export function readCodePoints(css: string): Map<string, string> {
  const codePoints = new Map<string, string>();
  for (const [, name, hex] of css.matchAll(
    /\.(mdi-[a-z0-9-]+)::?before\s*\{\s*content:\s*"\\([0-9A-Fa-f]+)"/g,
  )) {
    if (name && hex) codePoints.set(name, hex.toUpperCase());
  }
  return codePoints;
}

export function unknownIcons(names: Iterable<string>, codePoints: ReadonlyMap<string, string>): string[] {
  return [...names].filter((name) => !codePoints.has(name)).sort();
}

export function iconCss(names: Iterable<string>, codePoints: ReadonlyMap<string, string>): string {
  const rules = [...names].sort().map((name) => `.${name}::before{content:"\\${codePoints.get(name)}"}`);
  return [
    '@font-face{font-family:"Material Design Icons";src:url("./icons.woff2") format("woff2");font-display:block}',
    ...rules,
    '',
  ].join('\n');
}
