import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { whyNot } from '@gwanje/testkit/debian-program';
import { parse } from 'yaml';
import { z } from 'zod';

export const CHART = join(import.meta.dirname, '../../deploy/chart');
const SOURCE = join(import.meta.dirname, 'chart-renderer/main.go');
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/gwanje');
/** Debian's Go and the libraries that Helm uses too. */
const LIBRARIES = '/usr/share/gocode';
const NEEDED = {
  go: 'golang-go',
  [`${LIBRARIES}/src/github.com/Masterminds/sprig`]: 'golang-github-masterminds-sprig-dev',
  [`${LIBRARIES}/src/github.com/xeipuuv/gojsonschema`]: 'golang-github-xeipuuv-gojsonschema-dev',
};

export type Values = { readonly [name: string]: unknown };

/** Installs what the renderer needs. Returns why it is not available, or undefined if it is. */
export function whyNoRenderer(): string | undefined {
  for (const [needed, debianPackage] of Object.entries(NEEDED)) {
    const reason = whyNot(needed, debianPackage);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** The text of each template, by its file name. Throws what is wrong with the values or the templates. */
export function renderChart(overrides: Values = {}, release = 'gwanje'): Record<string, string> {
  const values = merge(defaultValues(), overrides);
  const input = JSON.stringify({ chart: CHART, release, namespace: 'gwanje-console', values });
  const { status, stdout, stderr } = spawnSync(renderer(), { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.trim());
  return z.record(z.string(), z.string()).parse(JSON.parse(stdout));
}

export function defaultValues(): Values {
  return z.record(z.string(), z.unknown()).parse(parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')));
}

/** As Helm does: maps are merged, everything else replaces. */
function merge(base: Values, over: Values): Values {
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const [before, after] = [toMap(base[name]), toMap(value)];
    merged[name] = before && after ? merge(before, after) : value;
  }
  return merged;
}

function toMap(value: unknown): Values | undefined {
  return Array.isArray(value) ? undefined : z.record(z.string(), z.unknown()).safeParse(value).data;
}

/** Compiles the renderer when its source has changed. Several processes may do so at once. */
function renderer(): string {
  const hash = createHash('sha256').update(readFileSync(SOURCE)).digest('hex').slice(0, 16);
  const program = join(CACHE, `chart-renderer-${hash}`);
  if (existsSync(program)) return program;
  mkdirSync(CACHE, { recursive: true });
  const compiled = `${program}.${process.pid}`;
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: LIBRARIES, GOCACHE: join(CACHE, 'go') };
  const { status, stderr } = spawnSync('go', ['build', '-o', compiled, SOURCE], { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the chart renderer does not compile: ${stderr}`);
  renameSync(compiled, program);
  return program;
}
