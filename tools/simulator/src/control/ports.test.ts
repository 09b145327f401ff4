import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { expect, test } from 'vitest';
import { readPorts, writePorts } from './ports.ts';

test('a damaged file of ports is ignored', () => {
  using folder = temporaryFolder();
  const ports = { control: 4000, clusters: [4001] };
  writePorts(folder.path, ports);
  expect(readPorts(folder.path)).toEqual(ports);
  for (const text of ['', '{"control":40', '[]']) {
    writeFileSync(join(folder.path, 'ports.json'), text);
    expect(readPorts(folder.path)).toBeUndefined();
  }
});
