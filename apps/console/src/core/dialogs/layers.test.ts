import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIALOG_Z_INDEX, OVERLAY_Z_INDEX } from '@gwanje/domain/constants/dialogs';
import { expect, test } from 'vitest';

test('the overlay is at 2000, the dialog at 2400', () => {
  const css = readFileSync(join(import.meta.dirname, 'global-dialogs.module.css'), 'utf8');
  const zIndexOf = (name: string) => css.match(new RegExp(`\\.${name} \\{[^}]*z-index: (\\d+)`))?.[1];
  expect([OVERLAY_Z_INDEX, DIALOG_Z_INDEX]).toEqual([2000, 2400]);
  expect([zIndexOf('overlay'), zIndexOf('stage')]).toEqual(['2000', '2400']);
});
