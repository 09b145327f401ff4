import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { watchedResources } from '@gwanje/kinds/registry';
import { Document, parse, visit } from 'yaml';

/** The inputs of a manifest. The server stores only the hashes of the tokens. */
export interface Manifest {
  readonly hostId: number;
  readonly clusterName: string;
  readonly clusterKey: string;
  readonly serverUrl: string;
  readonly image: string;
  readonly namespace: string;
  /** The way to the server; empty: none. */
  readonly proxy: string;
  /** The agent accepts any kubelet certificate. */
  readonly isKubeletInsecure: boolean;
  /** The cluster agent may read the logs of containers. */
  readonly mayReadLogs: boolean;
  readonly clusterToken: string;
  readonly nodeToken: string;
}

const OBJECTS = JSON.stringify(
  parse(readFileSync(join(import.meta.dirname, 'agent-manifest.yaml'), 'utf8'), { maxAliasCount: -1 }),
);
// YAML 1.1 treats these as line breaks; they occur only in quoted texts, where they can be escaped.
const OLD_LINE_BREAKS = /[\u0085\u2028\u2029]/g;

export function manifestObjects({
  hostId,
  isKubeletInsecure,
  mayReadLogs,
  ...texts
}: Manifest): readonly object[] {
  const values: Readonly<Record<string, unknown>> = {
    ...texts,
    hostId: String(hostId),
    kubeletInsecure: isKubeletInsecure ? '1' : '0',
    watchRules: [...watchRules(), ...(mayReadLogs ? [LOG_RULE] : [])],
  };
  // A value that is put in is not read as a name again, whatever it contains.
  return JSON.parse(OBJECTS, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith('$') ? values[value.slice(1)] : value,
  );
}

const LOG_RULE = { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] };

/** One rule for each API group. */
function watchRules(): readonly object[] {
  const groups = Map.groupBy(watchedResources, ({ group }) => group);
  return [...groups].map(([group, resources]) => ({
    apiGroups: [group],
    resources: resources.map(({ resource }) => resource).toSorted(),
    verbs: ['get', 'list', 'watch'],
  }));
}

/**
 * YAML that older readers (1.1, such as kubectl's) read as the same data: every text is quoted, so that none
 * changes its type or ends early.
 */
export function manifestYaml(manifest: Manifest): string {
  return manifestObjects(manifest).map(yamlOf).join('---\n');
}

function yamlOf(object: object): string {
  const document = new Document(object, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(key, node) {
      if (typeof node.value === 'string' && key !== 'key') node.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString({ lineWidth: 0 }).replace(OLD_LINE_BREAKS, (char) => `\\u${hex(char)}`);
}

function hex(char: string): string {
  return char.charCodeAt(0).toString(16).padStart(4, '0');
}
