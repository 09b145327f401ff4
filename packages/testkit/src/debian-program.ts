import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const INSTALL_MS = 180_000;

/**
 * Installs a program, or a library by its path, if it is missing. Returns why it is not available, or undefined if it is. Several
 * processes may call it at once: apt-get waits for its lock.
 */
export function whyNot(program: string, debianPackage = program): string | undefined {
  if (isInstalled(program)) return undefined;
  const install = ['install', '-y', '--no-install-recommends', debianPackage];
  const isThere = apt(install) || (apt(['update']) && apt(install));
  if (isThere && isInstalled(program)) return undefined;
  return `${program} is not installed and apt-get is not available or could not install it (Debian's package: ${debianPackage})`;
}

function isInstalled(program: string): boolean {
  if (program.startsWith('/')) return existsSync(program);
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}

function apt(args: readonly string[]): boolean {
  const { status } = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], {
    stdio: 'ignore',
    timeout: INSTALL_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}

/** Returns false and prints on standard error what cannot run, and why. */
export function canRun(program: string, debianPackage: string, isFor: string): boolean {
  const reason = whyNot(program, debianPackage);
  if (reason !== undefined) process.stderr.write(`${reason}: ${isFor}\n`);
  return reason === undefined;
}
