import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const SCRIPT = join(import.meta.dirname, 'agent-image.ts');
const folder = mkdtempSync(join(tmpdir(), 'gwanje-image-test-'));
const file = join(folder, 'gwanje-agent-0.1.0.tar');
const archive = join(folder, 'archive');
const rootfs = join(folder, 'rootfs');

function unpack(file: string, to: string): void {
  mkdirSync(to);
  execFileSync('tar', ['-C', to, '-xf', file]);
}

function hasSkopeo(): boolean {
  if (spawnSync('skopeo', ['--version']).status === 0) return true;
  process.stderr.write(
    "skopeo is not installed: the agent's image is not loaded here (Debian's package: skopeo)\n",
  );
  return false;
}

beforeAll(() => {
  // Builds the image with a umask that makes new files private to the user.
  const command = 'umask 077; exec "$0" "$@"';
  const made = [process.execPath, SCRIPT, '--out', folder, '--image', 'registry.local/agent:1.0.0'];
  execFileSync('sh', ['-c', command, ...made], { env: { ...process.env, NODE_OPTIONS: '' } });
  unpack(file, archive);
  unpack(join(archive, 'layer.tar'), rootfs);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('is an archive that docker and containerd load: names, one layer, and its digest', () => {
  const [manifest] = JSON.parse(readFileSync(join(archive, 'manifest.json'), 'utf8'));
  expect(manifest).toMatchObject({ RepoTags: ['registry.local/agent:1.0.0'], Layers: ['layer.tar'] });
  const text = readFileSync(join(archive, manifest.Config));
  expect(manifest.Config).toBe(`${createHash('sha256').update(text).digest('hex')}.json`);
  const config = JSON.parse(text.toString());
  const layer = createHash('sha256')
    .update(readFileSync(join(archive, 'layer.tar')))
    .digest('hex');
  expect(config).toMatchObject({
    os: 'linux',
    config: { User: '65532:65532', Cmd: ['/usr/local/bin/node', 'main.js'] },
    rootfs: { diff_ids: [`sha256:${layer}`] },
  });
});

it("contains the agent's bundle and no other file of this repository", () => {
  const names = execFileSync('tar', ['-tf', join(archive, 'layer.tar')], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  expect(names).toContain('./app/main.js');
  expect(names).not.toMatch(/\.\/app\/.*(\/|\.ts$)/m);
});

it.runIf(hasSkopeo())('loads with the tool of podman and CRI-O, which checks its digests', () => {
  const loaded = join(folder, 'loaded');
  execFileSync('skopeo', ['--insecure-policy', 'copy', '--quiet', `docker-archive:${file}`, `dir:${loaded}`]);
  const manifest = JSON.parse(readFileSync(join(loaded, 'manifest.json'), 'utf8'));
  expect(manifest.layers).toHaveLength(1);
  const [, layer] = manifest.layers[0].digest.split(':');
  expect(statSync(join(loaded, layer)).size).toBe(statSync(join(archive, 'layer.tar')).size);
});

// Only root can call chroot.
it.runIf(process.getuid?.() === 0)('runs as its own user with only its own files', () => {
  writeFileSync(join(rootfs, 'etc/hosts'), '127.0.0.7 console.internal\n');
  const run = (script: readonly string[]) =>
    spawnSync('chroot', ['--userspec=65532:65532', rootfs, '/usr/local/bin/node', ...script], {
      encoding: 'utf8',
      env: { PATH: '/usr/sbin:/usr/bin', NODE_OPTIONS: '' },
    });
  const asked = run(['/app/main.js']);
  expect(asked.stdout + asked.stderr).toContain('GWANJE_AGENT_SERVER');
  // A separate process uses the official client.
  const reader = run(['/app/read-kubeconfig.js', '/no/such/file']);
  expect(reader.stderr).toContain('/no/such/file');
  const lookUp = "require('node:dns').lookup('console.internal', (_, address) => console.log(address))";
  expect(run(['-e', lookUp]).stdout).toBe('127.0.0.7\n');
});
