import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { layers } from './layers.ts';

test('the overlay is at 2000, the dialog at 2400, menus inside it above', () => {
  expect(layers).toMatchObject({ overlay: 2000, dialog: 2400 });
  expect(layers.aboveDialog).toBeGreaterThan(layers.dialog);
  const css = readFileSync(join(import.meta.dirname, 'global-dialogs.module.css'), 'utf8');
  const zIndexOf = (name: string) => css.match(new RegExp(`\\.${name} \\{[^}]*z-index: (\\d+)`))?.[1];
  expect([zIndexOf('overlay'), zIndexOf('stage')]).toEqual([`${layers.overlay}`, `${layers.dialog}`]);
});
