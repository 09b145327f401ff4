import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canRun } from '@gwanje/testkit/debian-program';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { attachment } from './agent-routes.ts';
import { type Manifest, manifestObjects, manifestYaml } from './manifest.ts';

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
  ...'yes null ~ 012 1e3 1:20 0x1f = << --- ... !!python/object:os.system'.split(' '),
  '"\n---\napiVersion: v1\nkind: Secret',
  "'; rm -rf / #",
  '# comment',
  '{a: b}',
  '[a, b]',
  '&anchor *alias',
  '%YAML 1.1',
  '@at `tick`',
  '\\" \\n \\u0041',
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

type Json = ReturnType<typeof JSON.parse>;

function ofKind(kind: string, given = manifest): Json[] {
  return manifestObjects(given).filter((object) => Reflect.get(object, 'kind') === kind);
}

describe('a manifest', () => {
  // The contract refuses most of these image names. The manifest must be safe even if one were accepted.
  it.each(HOSTILE)(
    'is read back as the same objects with the cluster name, image and namespace %j',
    (text) => {
      const named = { ...manifest, clusterName: text, image: text, namespace: text };
      expect(parsed(manifestYaml(named))).toEqual(manifestObjects(named));
      expect(manifestObjects(named)).toHaveLength(manifestObjects(manifest).length);
    },
  );

  it('puts everything into the requested namespace, and accepts any kubelet certificate on request', () => {
    const objects = manifestObjects({ ...manifest, namespace: 'watch', isKubeletInsecure: true });
    expect(JSON.stringify(objects)).not.toContain('"namespace":"gwanje"');
    expect(objects[0]).toMatchObject({ kind: 'Namespace', metadata: { name: 'watch' } });
    expect(JSON.stringify(objects)).toContain('{"name":"GWANJE_AGENT_KUBELET_INSECURE","value":"1"}');
  });

  it('gives both agents the proxy on their way to the server', () => {
    const proxy = 'http://proxy.local:3128';
    for (const name of ['HTTPS_PROXY', 'HTTP_PROXY']) {
      const given = (value: string) =>
        JSON.stringify(manifestObjects({ ...manifest, proxy: value })).split(JSON.stringify({ name, value }));
      expect(given(proxy)).toHaveLength(3);
      expect(given('')).toHaveLength(3);
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
    const rights = ofKind('ClusterRole').flatMap(({ metadata, rules }) => [
      metadata.name,
      ...rules.map(({ verbs, apiGroups, resources }: Json) => `${verbs} ${apiGroups}: ${resources}`),
    ]);
    expect(rights).toEqual([
      'gwanje-agent-cluster',
      'get,list,watch : events,limitranges,namespaces,nodes,persistentvolumeclaims,persistentvolumes,pods,resourcequotas,services',
      'get,list,watch apps: controllerrevisions,daemonsets,deployments,replicasets,statefulsets',
      'get,list,watch batch: cronjobs,jobs',
      'get,list,watch discovery.k8s.io: endpointslices',
      'get,list,watch networking.k8s.io: ingresses',
      'get,list,watch autoscaling: horizontalpodautoscalers',
      'get,list,watch policy: poddisruptionbudgets',
      'gwanje-agent-node',
      'get : nodes/metrics,nodes/stats',
    ]);
  });

  it('gives only the cluster agent the right to read logs, and only when it was chosen', () => {
    const rules = (mayReadLogs: boolean) =>
      ofKind('ClusterRole', { ...manifest, mayReadLogs }).map((role) => role.rules);
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
    const ofKubelet = ['KUBELET_ADDRESS', 'KUBELET_INSECURE', 'NODE_NAME'];
    const known = ['CLUSTER_KEY', 'DATA_DIR', 'PORT', 'ROLE', 'SERVER', 'TOKEN_FILE', ...ofKubelet];
    const names = [...manifestYaml(manifest).matchAll(/GWANJE_AGENT_([A-Z_]+)/g)].map(([, name]) => name);
    expect(new Set(names)).toEqual(new Set(known));
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

describe.runIf(canRun('kubectl', 'kubernetes-client', 'the manifest is not tried with it'))('kubectl', () => {
  it("reads the intended objects from a manifest, whatever the cluster's name", () => {
    using folder = temporaryFolder();
    const named = { ...manifest, clusterName: HOSTILE.join('') };
    const file = join(folder.path, 'manifest.yaml');
    writeFileSync(file, manifestYaml(named));
    // Adding a label is what kubectl does without a server.
    const args = ['label', '--local', '-f', file, '-o', 'json', 'read=yes'];
    const printed = execFileSync('kubectl', args, {
      encoding: 'utf8',
      env: { ...process.env, HOME: folder.path, KUBECONFIG: '' },
    });
    const meant = manifestObjects(named).map((object) => {
      const { metadata }: Json = object;
      return { ...object, metadata: { ...metadata, labels: { ...metadata.labels, read: 'yes' } } };
    });
    expect(JSON.parse(`[${printed.replaceAll('\n}\n{', '\n},{')}]`)).toEqual(meant);
  });
});
