import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { embeddedSocketDir, prepareSocketDir, socketPathIn } from './embedded-address.ts';

describe('the path of the embedded database’s socket', () => {
  it('is in the data folder', () => {
    expect(embeddedSocketDir('/srv/gwanje')).toBe('/srv/gwanje/run');
  });

  it('is the same for a relative and an absolute path', () => {
    expect(embeddedSocketDir('.data')).toBe(embeddedSocketDir(resolve('.data')));
  });

  it('is a short temporary path when the data folder’s path is too long for a socket', () => {
    const long = `/srv/${'깊은폴더/'.repeat(10)}data`;
    const place = embeddedSocketDir(long);
    expect(place).toMatch(/^\/tmp\/gwanje-\d+-[0-9a-f]{16}$/);
    expect(embeddedSocketDir(`${long}/`)).toBe(place);
    expect(embeddedSocketDir(`${long}2`)).not.toBe(place);
  });

  it.each([60, 80, 90, 120, 400])('fits into a socket address for a folder of %i characters', (length) => {
    const path = socketPathIn(embeddedSocketDir(`/${'d'.repeat(length)}`));
    expect(Buffer.byteLength(path)).toBeLessThanOrEqual(100);
  });
});

describe('the folder of the socket', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync('/tmp/gwanje-test-');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is not accessible to other users, even if it was before', () => {
    const open = join(folder, 'open');
    mkdirSync(open, { mode: 0o777 });
    for (const path of [open, join(folder, 'new')]) {
      prepareSocketDir(path);
      expect(statSync(path).mode & 0o777).toBe(0o700);
    }
  });

  it('is refused if it is an existing link or file', () => {
    const link = join(folder, 'link');
    symlinkSync('/tmp', link);
    expect(() => prepareSocketDir(link)).toThrow('not a folder');
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => prepareSocketDir(file)).toThrow();
  });
});
