import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { canRun } from '@gwanje/testkit/debian-program';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { attachment } from './agent-routes.ts';
import { type Manifest, manifestObjects, manifestYaml } from './manifest.ts';

const run = promisify(execFile);
const KUBECTL = 'kubectl';

const manifest: Manifest = {
  hostId: 12,
  clusterName: 'prod-seoul',
  clusterKey: `gwk_${'0'.repeat(32)}`,
  serverUrl: 'https://gwanje.example.com',
  image: 'gwanje/agent:0.1.0',
  clusterToken: `gwj_${'a'.repeat(43)}`,
  nodeToken: `gwj_${'b'.repeat(43)}`,
  namespace: 'gwanje',
  proxy: '',
  isKubeletInsecure: false,
  mayReadLogs: false,
};

/** Texts with a special meaning in YAML, in a shell, in HTML or in file names. */
const HOSTILE = [
  '"\n---\napiVersion: v1\nkind: Secret',
  "'; rm -rf / #",
  '# comment',
  '---',
  '...',
  '{a: b}',
  '[a, b]',
  '&anchor *alias',
  '!!python/object:os.system',
  '%YAML 1.1',
  '@at `tick`',
  '\\" \\n \\u0041',
  'yes',
  'null',
  '~',
  '012',
  '1e3',
  '1:20',
  '0x1f',
  '=',
  '<<',
  ': ',
  '- a',
  '? b',
  '| c',
  '> d',
  '  padded  ',
  '$(TOKEN) $TOKEN',
  '<script>alert(1)</script>',
  '관제 운영 😀',
  '\u0085\u2028\u2029',
  '\tTab',
  '',
];

function parsed(yaml: string): unknown[] {
  return parseAllDocuments(yaml).map((document) => {
    expect('errors' in document ? document.errors : []).toEqual([]);
    return 'toJS' in document ? document.toJS() : undefined;
  });
}

function ofKind(kind: string): Record<string, unknown>[] {
  return manifestObjects(manifest).filter((object) => Reflect.get(object, 'kind') === kind) as Record<
    string,
    unknown
  >[];
}

describe('a manifest', () => {
  it.each(HOSTILE)('is read back as the same objects with the cluster name %j', (clusterName) => {
    const named = { ...manifest, clusterName };
    expect(parsed(manifestYaml(named))).toEqual(manifestObjects(named));
    expect(manifestObjects(named)).toHaveLength(manifestObjects(manifest).length);
  });

  // The contract refuses these image names. The manifest must be safe even if one were accepted.
  it.each(HOSTILE)('is read back as the same objects with the image and namespace %j', (image) => {
    const named = { ...manifest, image, namespace: image };
    expect(parsed(manifestYaml(named))).toEqual(manifestObjects(named));
    expect(manifestObjects(named)).toHaveLength(manifestObjects(manifest).length);
  });

  it('puts everything into the requested namespace, and accepts any kubelet certificate on request', () => {
    const objects = manifestObjects({ ...manifest, namespace: 'watch', isKubeletInsecure: true });
    expect(JSON.stringify(objects)).not.toContain('"namespace":"gwanje"');
    expect(objects[0]).toMatchObject({ kind: 'Namespace', metadata: { name: 'watch' } });
    expect(JSON.stringify(objects)).toContain('{"name":"GWANJE_AGENT_KUBELET_INSECURE","value":"1"}');
  });

  it('gives both agents the proxy on their way to the server', () => {
    const proxy = 'http://proxy.local:3128';
    for (const name of ['HTTPS_PROXY', 'HTTP_PROXY']) {
      const given = JSON.stringify(manifestObjects({ ...manifest, proxy }));
      expect(given.split(JSON.stringify({ name, value: proxy }))).toHaveLength(3);
      expect(
        JSON.stringify(manifestObjects(manifest)).split(JSON.stringify({ name, value: '' })),
      ).toHaveLength(3);
    }
  });

  it('replaces every placeholder once: a value may look like one', () => {
    const objects = manifestObjects({ ...manifest, clusterName: '$image' });
    expect(JSON.stringify(objects).match(/"\$\w+"/g)).toEqual(['"$image"']);
    const template = readFileSync(join(import.meta.dirname, 'agent-manifest.yaml'), 'utf8');
    const known = ['kubeletInsecure', 'watchRules', ...Object.keys(manifest)];
    for (const [, name] of template.matchAll(/ \$(\w+)/g)) expect(known).toContain(name);
  });

  it('gives the agents only the rights to read their kinds', () => {
    const roles = ofKind('ClusterRole').map(({ metadata, rules }) => ({ metadata, rules }));
    expect(roles).toMatchObject([
      {
        metadata: { name: 'gwanje-agent-cluster' },
        rules: [
          {
            apiGroups: [''],
            resources: [
              'events',
              'limitranges',
              'namespaces',
              'nodes',
              'persistentvolumeclaims',
              'persistentvolumes',
              'pods',
              'resourcequotas',
              'services',
            ],
            verbs: ['get', 'list', 'watch'],
          },
          {
            apiGroups: ['apps'],
            resources: ['controllerrevisions', 'daemonsets', 'deployments', 'replicasets', 'statefulsets'],
          },
          { apiGroups: ['batch'], resources: ['cronjobs', 'jobs'] },
          { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'] },
          { apiGroups: ['networking.k8s.io'], resources: ['ingresses'] },
          { apiGroups: ['autoscaling'], resources: ['horizontalpodautoscalers'] },
          { apiGroups: ['policy'], resources: ['poddisruptionbudgets'] },
        ],
      },
      {
        metadata: { name: 'gwanje-agent-node' },
        rules: [{ apiGroups: [''], resources: ['nodes/metrics', 'nodes/stats'], verbs: ['get'] }],
      },
    ]);
    const text = JSON.stringify(roles);
    for (const never of ['*', 'secrets', 'exec', 'proxy', 'create', 'update', 'patch', 'delete'])
      expect(text).not.toContain(`"${never}"`);
  });

  it('gives only the cluster agent the right to read logs, and only when it was chosen', () => {
    const rules = (mayReadLogs: boolean) =>
      manifestObjects({ ...manifest, mayReadLogs }).flatMap((object) =>
        Reflect.get(object, 'kind') === 'ClusterRole' ? [Reflect.get(object, 'rules')] : [],
      );
    const [cluster, node] = rules(false);
    expect(JSON.stringify([cluster, node])).not.toContain('pods/log');
    const right = { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] };
    expect(rules(true)).toEqual([[...cluster, right], node]);
  });

  it.each(['Deployment', 'DaemonSet'])('runs its %s without privileges on the node', (kind) => {
    const [workload] = ofKind(kind);
    expect(workload).toMatchObject({
      metadata: { namespace: 'gwanje' },
      spec: {
        template: {
          spec: {
            securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
            containers: [
              {
                image: 'gwanje/agent:0.1.0',
                securityContext: {
                  allowPrivilegeEscalation: false,
                  readOnlyRootFilesystem: true,
                  capabilities: { drop: ['ALL'] },
                },
                livenessProbe: { httpGet: { path: '/healthz' } },
                readinessProbe: { httpGet: { path: '/readyz' } },
                resources: { requests: {}, limits: {} },
              },
            ],
          },
        },
      },
    });
    const text = JSON.stringify(workload);
    for (const never of ['hostPath', 'hostNetwork', 'hostPID', 'privileged', 'gwj_'])
      expect(text).not.toContain(never);
  });

  it('has a token for each role, only in the secret that the agents of that role mount', () => {
    const { clusterToken, nodeToken } = manifest;
    expect(manifestYaml(manifest).split('gwj_')).toHaveLength(3);
    expect(ofKind('Secret')).toMatchObject([
      { metadata: { name: 'gwanje-agent-cluster' }, stringData: { token: clusterToken } },
      { metadata: { name: 'gwanje-agent-node' }, stringData: { token: nodeToken } },
    ]);
    const secrets = (kind: string) => JSON.stringify(ofKind(kind)).match(/"secretName":"[^"]*"/g);
    expect(secrets('Deployment')).toEqual(['"secretName":"gwanje-agent-cluster"']);
    expect(secrets('DaemonSet')).toEqual(['"secretName":"gwanje-agent-node"']);
  });

  it('sets only known environment variables of the agent', () => {
    const names = [...manifestYaml(manifest).matchAll(/GWANJE_AGENT_[A-Z_]+/g)].map(([name]) => name);
    expect(new Set(names)).toEqual(
      new Set([
        'GWANJE_AGENT_ROLE',
        'GWANJE_AGENT_SERVER',
        'GWANJE_AGENT_CLUSTER_KEY',
        'GWANJE_AGENT_TOKEN_FILE',
        'GWANJE_AGENT_DATA_DIR',
        'GWANJE_AGENT_PORT',
        'GWANJE_AGENT_NODE_NAME',
        'GWANJE_AGENT_KUBELET_ADDRESS',
        'GWANJE_AGENT_KUBELET_INSECURE',
      ]),
    );
  });
});

describe('the file name of a manifest', () => {
  it.each(HOSTILE)('is one line without a path for the cluster name %j', (clusterName) => {
    const header = attachment(12, clusterName);
    expect(header).toMatch(
      /^attachment; filename="gwanje-agent-12\.yaml"; filename\*=UTF-8''[A-Za-z0-9%._~-]+$/,
    );
    const own = decodeURIComponent(header.split("UTF-8''")[1] ?? '');
    expect(own.startsWith('gwanje-agent-') && own.endsWith('.yaml')).toBe(true);
    expect(own).not.toMatch(/[\\/:"<>|*?]/);
  });
});

const KINDS = {
  '/api/v1': [
    ['namespaces', 'Namespace', false],
    ['serviceaccounts', 'ServiceAccount', true],
    ['secrets', 'Secret', true],
  ],
  '/apis/rbac.authorization.k8s.io/v1': [
    ['clusterroles', 'ClusterRole', false],
    ['clusterrolebindings', 'ClusterRoleBinding', false],
  ],
  '/apis/apps/v1': [
    ['deployments', 'Deployment', true],
    ['daemonsets', 'DaemonSet', true],
  ],
} as const satisfies Record<string, readonly (readonly [string, string, boolean])[]>;

/** The API discovery that kubectl needs to read a manifest. No object exists on this server. */
async function startDiscovery(): Promise<{ readonly url: string } & AsyncDisposable> {
  const groups = ['rbac.authorization.k8s.io', 'apps'].map((name) => {
    const version = { groupVersion: `${name}/v1`, version: 'v1' };
    return { name, versions: [version], preferredVersion: version };
  });
  const answers: Record<string, object> = {
    '/api': { kind: 'APIVersions', versions: ['v1'] },
    '/apis': { kind: 'APIGroupList', apiVersion: 'v1', groups },
  };
  for (const [path, kinds] of Object.entries(KINDS)) {
    answers[path] = {
      kind: 'APIResourceList',
      groupVersion: path.replace(/^\/apis?\//, ''),
      resources: kinds.map(([name, kind, namespaced]) => ({
        name,
        kind,
        namespaced,
        singularName: '',
        verbs: ['get', 'list', 'create', 'patch'],
      })),
    };
  }
  const server = createServer((request, response) => {
    const answer = answers[new URL(request.url ?? '/', 'http://x').pathname];
    const body = answer ?? {
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      reason: 'NotFound',
      code: 404,
    };
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe.runIf(canRun(KUBECTL, 'kubernetes-client', 'the manifest is not tried with it'))('kubectl', () => {
  it("reads the intended objects from a manifest, whatever the cluster's name", async () => {
    await using discovery = await startDiscovery();
    const folder = mkdtempSync(join(tmpdir(), 'gwanje-manifest-'));
    try {
      const named = { ...manifest, clusterName: HOSTILE.join('') };
      const file = join(folder, 'manifest.yaml');
      writeFileSync(file, manifestYaml(named));
      const ownConfig = join(folder, 'config');
      writeFileSync(ownConfig, '');
      const { stdout, stderr } = await run(
        KUBECTL,
        [
          '--server',
          discovery.url,
          'apply',
          '--dry-run=client',
          '--validate=false',
          '-o',
          'json',
          '-f',
          file,
        ],
        { env: { ...process.env, HOME: folder, KUBECONFIG: ownConfig } },
      );
      expect(stderr).toBe('');
      const { items } = JSON.parse(stdout) as {
        items: { metadata: { annotations: Record<string, string> } }[];
      };
      const read = items.map((item) => {
        const { 'kubectl.kubernetes.io/last-applied-configuration': _own, ...annotations } =
          item.metadata.annotations;
        return { ...item, metadata: { ...item.metadata, annotations } };
      });
      const meant = manifestObjects(named).map((object) => {
        const metadata = Reflect.get(object, 'metadata');
        return { ...object, metadata: { annotations: {}, ...metadata } };
      });
      expect(read).toEqual(meant);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
