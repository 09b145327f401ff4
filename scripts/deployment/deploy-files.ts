import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { haproxyConfig } from '../installation/haproxy-config.ts';
import { renderChart, whyNoRenderer } from './render-chart.ts';

/*
 * Writes the files of `deploy/` that are made from others: the plain manifests from the chart, and HAProxy's
 * configuration for `deploy/compose.yaml`. Run it after a change: `node scripts/deployment/deploy-files.ts`.
 */

const root = join(import.meta.dirname, '../..');
/** `kustomization.yaml` has the settings: kustomize starts the pods again when they change. */
const TEMPLATES = [
  'server.yaml',
  'login.yaml',
  'victoriametrics.yaml',
  'network-policies.yaml',
  'disruption-budgets.yaml',
];
const MADE = (from: string) =>
  `# Made from ${from} by node scripts/deployment/deploy-files.ts; do not edit.\n`;

if (import.meta.main) {
  const reason = whyNoRenderer();
  if (reason !== undefined) throw new Error(reason);
  for (const [file, text] of deployFiles()) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}

export function deployFiles(): Map<string, string> {
  const texts = renderChart();
  return new Map([
    ...TEMPLATES.map((name): [string, string] => [
      `deploy/kubernetes/${name}`,
      MADE('deploy/chart') + withoutHelm(texts[name] ?? ''),
    ]),
    ['deploy/haproxy.cfg', MADE('scripts/installation/haproxy-config.ts') + composeProxy()],
  ]);
}

/** Labels and annotations that only Helm needs. Comments stay. */
function withoutHelm(text: string): string {
  const documents = parseAllDocuments(text);
  if ('empty' in documents) return '';
  for (const document of documents) {
    document.deleteIn(['metadata', 'labels', 'helm.sh/chart']);
    document.deleteIn(['metadata', 'labels', 'app.kubernetes.io/managed-by']);
    if (document.hasIn(['spec', 'template']))
      document.deleteIn(['spec', 'template', 'metadata', 'annotations']);
    document.directives.docStart = null;
  }
  return documents
    .map((document) => document.toString({ lineWidth: 0, flowCollectionPadding: false }))
    .join('---\n');
}

function composeProxy(): string {
  const names = ['server-1', 'server-2', 'server-3'];
  return haproxyConfig({
    console: { bind: ':4100', servers: Object.fromEntries(names.map((name) => [name, `${name}:4100`])) },
    login: { bind: ':4101', servers: { login: 'login:4101' } },
    dnsServer: '127.0.0.11:53',
  });
}
