import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export interface TemporaryFolder extends Disposable {
  readonly path: string;
}

/** Short enough for a Unix socket inside, unlike some values of TMPDIR. */
export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join('/tmp', 'gwanje-test-'));
  return {
    path,
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}
