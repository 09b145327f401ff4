import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleAgent } from './agent-bundle.ts';

/*
 * Writes the agent's image to a file from the local installation: no Docker, no registry, no internet. The
 * image contains this Node, its linked system libraries and the agent's bundle. It runs on machines of the
 * same architecture (`amd64` or `arm64`). `docker load`, `podman load` and `ctr images import` read it.
 */

const root = join(import.meta.dirname, '../..');
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };
const { values } = parseArgs({
  options: { out: { type: 'string', default: '.' }, image: { type: 'string' } },
});
const architecture = ARCHITECTURES[process.arch];
if (process.platform !== 'linux' || !architecture) {
  console.error('the image is made of what is installed here: run this on Linux, x64 or arm64');
  process.exit(1);
}
const { version } = JSON.parse(readFileSync(join(root, 'apps/agent/package.json'), 'utf8'));
const image = values.image ?? `gwanje/agent:${version}`;
const file = resolve(values.out, `gwanje-agent-${version}.tar`);

const folder = mkdtempSync(join(tmpdir(), 'gwanje-image-'));
try {
  const files = join(folder, 'files');
  layOutSystem(files);
  await layOutAgent(files);
  pack(files, file, folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${file}\n  ${image}  linux/${architecture}`);

/** Copies Node to its usual path and libraries to their linked paths. Creates two folders programs expect. */
function layOutSystem(files: string): void {
  copyInto(files, process.execPath, '/usr/local/bin/node');
  chmodSync(join(files, 'usr/local/bin/node'), 0o755);
  const libraries = librariesOf(process.execPath);
  for (const library of [...libraries, ...resolversBeside(libraries)]) copyInto(files, library, library);
  for (const name of ['tmp', 'data']) {
    mkdirSync(join(files, name));
    chmodSync(join(files, name), 0o1777);
  }
  mkdirSync(join(files, 'etc'));
  writeFileSync(join(files, 'etc/passwd'), 'agent:x:65532:65532::/tmp:/sbin/nologin\n');
  // Without this file, DNS names take precedence over /etc/hosts, which the runtime provides.
  writeFileSync(join(files, 'etc/nsswitch.conf'), 'hosts: files dns\n');
}

function copyInto(files: string, from: string, to: string): void {
  const target = join(files, to);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(from, target);
}

/** `libc.so.6 => /lib/…/libc.so.6 (0x…)` and `/lib64/ld-linux-x86-64.so.2 (0x…)`. */
function librariesOf(program: string): string[] {
  const lines = execFileSync('ldd', [program], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => /(?:=>\s*|^\s*)(\/\S+)\s+\(0x/.exec(line)?.[1] ?? []);
}

/** Up to glibc 2.33, libraries that no program links to resolve host names. */
function resolversBeside(libraries: readonly string[]): string[] {
  const libc = libraries.find((library) => /\/libc\.so\./.test(library));
  if (libc === undefined) return [];
  return ['libnss_files.so.2', 'libnss_dns.so.2', 'libresolv.so.2']
    .map((name) => join(dirname(libc), name))
    .filter((library) => existsSync(library) && !libraries.includes(library));
}

async function layOutAgent(files: string): Promise<void> {
  const app = join(files, 'app');
  await bundleAgent(app);
  writeFileSync(join(app, 'package.json'), '{"private":true,"type":"module"}\n');
}

/** Writes the format of `docker save`: one layer, the command and the image's name. */
function pack(files: string, to: string, work: string): void {
  const archive = join(work, 'archive');
  mkdirSync(archive);
  tar(files, join(archive, 'layer.tar'));
  const diffId = `sha256:${createHash('sha256')
    .update(readFileSync(join(archive, 'layer.tar')))
    .digest('hex')}`;
  const config = JSON.stringify({
    architecture,
    os: 'linux',
    config: {
      User: '65532:65532',
      WorkingDir: '/app',
      Env: ['PATH=/usr/local/bin', 'NODE_ENV=production', 'GWANJE_AGENT_DATA_DIR=/data'],
      Cmd: ['/usr/local/bin/node', 'main.js'],
      ExposedPorts: { '4120/tcp': {} },
      StopSignal: 'SIGTERM',
    },
    rootfs: { type: 'layers', diff_ids: [diffId] },
    history: [{ created_by: 'npm run agent-image' }],
  });
  const configName = `${createHash('sha256').update(config).digest('hex')}.json`;
  writeFileSync(join(archive, configName), config);
  writeFileSync(
    join(archive, 'manifest.json'),
    JSON.stringify([{ Config: configName, RepoTags: [image], Layers: ['layer.tar'] }]),
  );
  mkdirSync(dirname(to), { recursive: true });
  tar(archive, to);
}

/** Files belong to root, are readable by all and have no time: the same files give the same image. */
function tar(from: string, to: string): void {
  const same = ['--mode=a+rX', '--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
  execFileSync('tar', [...same, '-C', from, '-cf', to, '.'], { stdio: ['ignore', 'ignore', 'inherit'] });
}
