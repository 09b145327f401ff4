import diagnostics from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** One row of the tables of attacks in docs/security.md. */
export interface ListedAttack {
  readonly attack: string;
  /** `POST /path` for a route. */
  readonly entryPoints: readonly string[];
  readonly file: string;
  readonly testTitle: string;
}

export function listedAttacks(): readonly ListedAttack[] {
  const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
  const [, attacks = ''] = page.split('\n## Attacks\n');
  const rows = attacks.split('\n').filter((line) => /^\| (?!Entry|-)/.test(line));
  return rows.map((row) => {
    const [, entryPoint = '', attack = '', test = ''] = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const [, file, testTitle] = /^`([^`]+)`: (.+)$/.exec(test) ?? [];
    if (!file || !testTitle) throw new Error(`a row without a test: ${row}`);
    const entryPoints = [...entryPoint.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    return { attack, entryPoints, file, testTitle: testTitle.replaceAll('\\|', '|') };
  });
}

interface Started {
  readonly fastify: {
    addHook(
      name: 'onRoute',
      hook: (route: { readonly method: string | string[]; readonly url: string }) => void,
    ): unknown;
  };
}

/** The routes of the sites that are created after this call, as `GET /path`. */
export function collectRoutes(): ReadonlySet<string> {
  const routes = new Set<string>();
  diagnostics.subscribe('fastify.initialization', (message) => {
    (message as Started).fastify.addHook('onRoute', ({ method, url }) => {
      for (const name of [method].flat()) if (name !== 'HEAD') routes.add(`${name} ${url}`);
    });
  });
  return routes;
}

/** Values of a path parameter or a query that an attacker tries. */
export const HOSTILE_TEXTS: readonly string[] = [
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  "1' or '1'='1",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '\u0000',
  '\u202e',
  '-1',
  '1e309',
  '99999999999999999999',
  '__proto__',
  'a'.repeat(4000),
];

/** What an answer must never contain: places in the code, statements of the database. */
export const REVEALING = /\n\s+at |node_modules|\/src\/|\bselect .+ from\b|syntax error at/i;
