import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const STYLES = path('../../../../../node_modules/@mantine/core/styles');

/** Components that others are made of, whose own style sheets are therefore needed too. */
const MADE_OF: Readonly<Record<string, readonly string[]>> = {
  TextInput: ['Input'],
  Textarea: ['Input'],
  NativeSelect: ['Input'],
  PasswordInput: ['Input', 'ActionIcon'],
  NumberInput: ['Input'],
  Select: ['Input', 'Combobox', 'Popover', 'ScrollArea', 'CloseButton'],
  MultiSelect: ['Input', 'Combobox', 'Popover', 'ScrollArea', 'CloseButton', 'PillsInput', 'Pill'],
  Autocomplete: ['Input', 'Combobox', 'Popover', 'ScrollArea'],
  Button: ['UnstyledButton', 'Loader'],
  Menu: ['Popover', 'UnstyledButton'],
  Checkbox: ['InlineInput'],
  Radio: ['InlineInput'],
  Switch: ['InlineInput'],
  Modal: ['ModalBase', 'Overlay', 'CloseButton', 'Paper'],
  Pagination: ['UnstyledButton', 'Group'],
};

function mantineNames(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.tsx') && !entry.name.endsWith('.test.tsx'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .flatMap((text) => [...text.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)])
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
    .filter((name) => /^[A-Z]/.test(name));
}

it('every Mantine component in use has its style sheet in the first load', () => {
  const listed = readFileSync(path('./styles.ts'), 'utf8');
  const used = [path('../..'), path('../../../../../packages/ui/src')].flatMap(mantineNames);
  const needed = new Set(used.flatMap((name) => [name, ...(MADE_OF[name] ?? [])]));
  const missing = [...needed].filter(
    (name) => existsSync(join(STYLES, `${name}.css`)) && !listed.includes(`/${name}.css`),
  );
  expect(missing).toEqual([]);
});
