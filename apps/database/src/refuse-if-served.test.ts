import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refuseIfServed } from './refuse-if-served.ts';

describe('the lock of a data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync('/tmp/gwanje-test-');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("is not enough when the holder's process is not visible: the socket is checked too", async () => {
    const path = join(folder, 'socket');
    await refuseIfServed(path);
    writeFileSync(path, '');
    await refuseIfServed(path);
    rmSync(path);
    const server = createServer().listen(path);
    await once(server, 'listening');
    await expect(refuseIfServed(path)).rejects.toThrow(`serves ${path}`);
    server.close();
  });
});
