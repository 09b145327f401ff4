import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/*
 * The agent's image as a file, out of what is installed here: no Docker, no registry, no internet. It holds this Node,
 * the libraries it is linked with, the agent and what the agent needs, and is for machines like this one (`amd64` or
 * `arm64`). `docker load`, `podman load` and `ctr images import` read it.
 */

const root = join(import.meta.dirname, '..');
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };
const AGENT = 'apps/agent';
/** Tests, and what tests use, stay here. */
const NOT_TAKEN = /(\.test\.tsx?$|\/testing(\/|$)|\/fixtures(\/|$)|\/bench(\/|$)|\/node_modules(\/|$))/;

interface Package {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { values } = parseArgs({
  options: { out: { type: 'string', default: '.' }, image: { type: 'string' } },
});
const architecture = ARCHITECTURES[process.arch];
if (process.platform !== 'linux' || !architecture) {
  console.error('the image is made of what is installed here: run this on Linux, x64 or arm64');
  process.exit(1);
}
const { version } = packageIn(join(root, AGENT));
const image = values.image ?? `gwanje/agent:${version}`;
const file = resolve(values.out, `gwanje-agent-${version}.tar`);

const folder = mkdtempSync(join(tmpdir(), 'gwanje-image-'));
try {
  const files = join(folder, 'files');
  layOutSystem(files);
  layOutAgent(files);
  pack(files, file, folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${file}\n  ${image}  linux/${architecture}`);

/** Node at its usual place, each library where it was linked, and the two folders that programs expect. */
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
  // Without it the names of /etc/hosts, which the runtime brings, come after those of the network.
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

/** Up to glibc 2.33 host names are looked up by libraries that no program is linked with. */
function resolversBeside(libraries: readonly string[]): string[] {
  const libc = libraries.find((library) => /\/libc\.so\./.test(library));
  if (libc === undefined) return [];
  return ['libnss_files.so.2', 'libnss_dns.so.2', 'libresolv.so.2']
    .map((name) => join(dirname(libc), name))
    .filter((library) => existsSync(library) && !libraries.includes(library));
}

function layOutAgent(files: string): void {
  const app = join(files, 'app');
  mkdirSync(app);
  writeFileSync(join(app, 'package.json'), '{"private":true,"type":"module"}\n');
  const taken = new Set<string>();
  takePackage(join(root, AGENT), app, taken);
}

/** A package with everything it depends on, at the same places as here: so it is found in the same way. */
function takePackage(from: string, app: string, taken: Set<string>): void {
  const place = relative(root, from);
  if (taken.has(place)) return;
  taken.add(place);
  const isOurs = !place.startsWith('node_modules');
  cpSync(from, join(app, place), {
    recursive: true,
    filter: (path) => {
      const inside = path.slice(from.length);
      return isOurs ? !NOT_TAKEN.test(inside) : !/\/node_modules(\/|$)/.test(inside);
    },
  });
  const { dependencies = {}, optionalDependencies = {} } = packageIn(from);
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const found = findPackage(name, from);
    if (found === undefined && name in optionalDependencies) continue;
    if (found === undefined) throw new Error(`${name}, of ${place}, is not installed: run npm install first`);
    if (!name.startsWith('@gwanje/')) {
      takePackage(found, app, taken);
      continue;
    }
    const own = join(root, 'packages', name.slice('@gwanje/'.length));
    const link = join(app, 'node_modules', name);
    if (!existsSync(link)) {
      mkdirSync(dirname(link), { recursive: true });
      // A link, as here: Node runs TypeScript everywhere but below node_modules.
      symlinkSync(relative(dirname(link), join(app, relative(root, own))), link);
    }
    takePackage(own, app, taken);
  }
}

/** As Node looks for it: beside, then further up. */
function findPackage(name: string, from: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const place = join(at, 'node_modules', name);
    if (existsSync(join(place, 'package.json'))) return place;
    if (at === root || at === dirname(at)) return undefined;
  }
}

function packageIn(place: string): Package {
  return JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
}

/** In the shape of `docker save`: one layer, what to run, and what it is called. */
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
      Cmd: ['/usr/local/bin/node', `${AGENT}/src/main.ts`],
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

/** Of root, for everybody to read, without the hour it was made: the same files are the same image. */
function tar(from: string, to: string): void {
  const same = ['--mode=a+rX', '--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
  execFileSync('tar', [...same, '-C', from, '-cf', to, '.'], { stdio: ['ignore', 'ignore', 'inherit'] });
}
