// Runs before `npm start` and `npm test` with any Node version: no dependencies, no TypeScript.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'node_modules', '.gwanje-install');

function manifestsHash() {
  const hash = createHash('sha256').update(process.platform + process.arch);
  const manifests = ['package-lock.json', 'package.json', '.npmrc', 'e2e/package.json'];
  for (const room of ['packages', 'apps']) {
    for (const name of readdirSync(join(root, room))) manifests.push(`${room}/${name}/package.json`);
  }
  for (const file of manifests.sort()) {
    if (existsSync(join(root, file))) hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function run(command, args) {
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  return result.status === 0;
}

function fail(message) {
  console.error(`gwanje: ${message}`);
  process.exit(1);
}

const SAY_EVERY_MS = 4000;

/** How many packages of the lockfile are in their folders. Some are for other systems. */
function countPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const wanted = Object.entries(packages).filter(
    ([path, { optional, link }]) => path.includes('node_modules/') && !optional && !link,
  );
  return {
    cnt: wanted.filter(([path]) => existsSync(join(root, path, 'package.json'))).length,
    ofCnt: wanted.length,
  };
}

async function installPackages() {
  const beganMs = performance.now();
  console.log('gwanje: installing packages (the first time they are downloaded) …');
  const saying = setInterval(() => {
    const { cnt, ofCnt } = countPackages();
    console.log(`gwanje: installing packages: ${cnt} of ${ofCnt} in place`);
  }, SAY_EVERY_MS);
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--progress=false'];
  const npm = spawn('npm', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await once(npm, 'close').then(
    ([exitCode]) => exitCode,
    () => 1,
  );
  clearInterval(saying);
  if (code === 0)
    console.log(`gwanje: installing packages: done in ${Math.ceil((performance.now() - beganMs) / 1000)} s`);
  return code === 0;
}

async function ensurePackages() {
  const wanted = manifestsHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  // Installs by the lockfile without changing it. `npm ci` would refuse a lockfile when the registry lacks
  // optional binaries for other systems (docs/adr/0005).
  if (!(await installPackages())) fail('npm install failed, see above');
  writeFileSync(stamp, wanted);
}

function ensureNode() {
  if (existsSync(join(root, 'node_modules', '.bin', 'node'))) return;
  if (Number(process.versions.node.split('.')[0]) >= 24) return;
  fail(
    `Node 24 or newer is needed here (this is ${process.version}); on Linux x64 and arm64 npm brings it by itself`,
  );
}

const BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const KOREAN_FONT = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc';

function ensureBrowser() {
  if (process.env.GWANJE_CHROMIUM) return;
  if (BROWSERS.some((path) => existsSync(path)) && (existsSync(KOREAN_FONT) || process.platform !== 'linux'))
    return;
  const isDebianRoot = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  if (!isDebianRoot)
    fail('the browser tests need Chromium and Noto CJK fonts; set GWANJE_CHROMIUM to its path');
  console.log('gwanje: installing Chromium and Noto CJK fonts (apt-get)');
  process.env.DEBIAN_FRONTEND = 'noninteractive';
  const install = [
    ...['install', '-y', '-qq', '--no-install-recommends', '-o', 'Dpkg::Use-Pty=0'],
    'fonts-noto-cjk',
  ];
  // The headless shell is the same browser without a window, and needs little more than half the time.
  if (
    !run('apt-get', ['update', '-qq']) ||
    !(run('apt-get', [...install, 'chromium-headless-shell']) || run('apt-get', [...install, 'chromium']))
  ) {
    fail('apt-get could not install Chromium and fonts-noto-cjk');
  }
}

await ensurePackages();
ensureNode();
if (process.argv.includes('--browser')) ensureBrowser();
