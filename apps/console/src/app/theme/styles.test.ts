import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const STYLES = path('../../../../../node_modules/@mantine/core/styles');

/** Components that contain other components, whose style sheets are needed too. */
const MADE_OF: Readonly<Record<string, readonly string[]>> = {
  TextInput: ['Input'],
  Textarea: ['Input'],
  NativeSelect: ['Input', 'Combobox'],
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
  Drawer: ['ModalBase', 'Overlay', 'CloseButton', 'Paper'],
  Pagination: ['UnstyledButton', 'Group'],
};

interface SourceFile {
  readonly name: string;
  readonly text: string;
}

function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.tsx') && !entry.name.endsWith('.test.tsx'))
    .map((entry) => ({ name: entry.name, text: readFileSync(join(entry.parentPath, entry.name), 'utf8') }));
}

function mantineNames(text: string): string[] {
  return [...text.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)]
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
    .filter((name) => /^[A-Z]/.test(name));
}

it('every Mantine component in use has its style sheet imported by styles.ts, page-styles.ts or its own file', () => {
  const first = ['./styles.ts', './page-styles.ts'].map((file) => readFileSync(path(file), 'utf8')).join('');
  const files = [path('../..'), path('../../../../../packages/ui/src')].flatMap(sourceFiles);
  const missing = files.flatMap(({ name, text }) =>
    mantineNames(text)
      .flatMap((component) => [component, ...(MADE_OF[component] ?? [])])
      .filter((sheet) => existsSync(join(STYLES, `${sheet}.css`)))
      .filter((sheet) => !`${first}${text}`.includes(`/${sheet}.css`))
      .map((sheet) => `${name}: ${sheet}`),
  );
  expect(missing).toEqual([]);
});
