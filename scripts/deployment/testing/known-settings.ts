import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const FILES = [
  'apps/server/src/config.ts',
  'apps/login/src/config.ts',
  'packages/backend/src/config/settings.ts',
];

/** The variables that servers and login sites read. A misspelt variable would silently have its default. */
export const KNOWN_SETTINGS = FILES.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^ {2}(GWANJE_[A-Z0-9_]+):/gm)].map(([, name]) => name),
);
