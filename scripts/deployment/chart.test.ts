import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deployFiles } from './deploy-files.ts';
import { defaultValues, renderChart, type Values, whyNoRenderer } from './render-chart.ts';
import { KNOWN_SETTINGS } from './testing/known-settings.ts';
import { type Manifest, ofKind, parseManifests, selects, workloadsOf } from './testing/manifest-shapes.ts';
import { type Endpoint, isAllowed } from './testing/network-policies.ts';

const root = join(import.meta.dirname, '../..');

const OWN_ENGINES = { metrics: { urls: ['http://vm-a.example.com:8428', 'https://vm-b.example.com/x'] } };
const CASES: Readonly<Record<string, Values>> = {
  'the default values': {},
  'one server': { server: { replicas: 1 } },
  'five servers, and one engine': { server: { replicas: 5 }, victoriametrics: { replicas: 1 } },
  'engines of the user': OWN_ENGINES,
  'an ingress': { ingress: { enabled: true } },
  'an ingress without TLS, class and annotations': {
    ingress: { enabled: true, tlsSecretName: '', className: '', annotations: {} },
  },
  'no network policies': { networkPolicies: { enabled: false } },
  'every optional value': {
    ...OWN_ENGINES,
    trustProxy: '10.0.0.10',
    settings: { GWANJE_HISTORY_DAYS: '35' },
    image: { tag: '9.9.9', pullSecrets: [{ name: 'registry' }] },
    server: {
      addressFamily: 'IPv6',
      storage: { className: 'fast' },
      nodeSelector: { disk: 'ssd' },
      tolerations: [{ key: 'dedicated', operator: 'Exists' }],
      podAnnotations: { team: 'ops' },
    },
    login: {
      nodeSelector: { disk: 'ssd' },
      tolerations: [{ operator: 'Exists' }],
      podAnnotations: { a: 'b' },
    },
    database: { networks: ['10.1.0.0/16'] },
    networkPolicies: {
      otherNamespaces: ['monitoring', 'gwanje'],
      ingressController: { networks: ['10.9.0.0/24', 'fd00::/64'] },
    },
  },
  'every optional value of the engines': {
    victoriametrics: {
      args: ['-search.maxUniqueTimeseries=1000000'],
      storage: { className: 'fast' },
      nodeSelector: { disk: 'ssd' },
      tolerations: [{ operator: 'Exists' }],
    },
  },
};

const reason = whyNoRenderer();
if (reason !== undefined) process.stderr.write(`${reason}: the chart is not rendered\n`);

describe.runIf(reason === undefined)('the chart', () => {
  describe.each(Object.keys(CASES))('with %s', (name) => {
    const manifests = render(CASES[name]);

    it('renders manifests with the fields that Kubernetes knows, each once', () => {
      const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      expect(new Set(names).size).toBe(names.length);
      expect(names.length).toBeGreaterThan(8);
    });

    it('has selectors that select one workload each, and no other', () => {
      const workloads = workloadsOf(manifests);
      for (const { spec } of workloads) {
        expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels);
        for (const { labelSelector } of spec.template.spec.topologySpreadConstraints)
          expect(labelSelector).toEqual(spec.selector);
      }
      const selectors = [
        ...ofKind(manifests, 'Service').map(({ spec }) => spec.selector),
        ...ofKind(manifests, 'PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
        ...ofKind(manifests, 'NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels),
      ];
      for (const selector of selectors) {
        const selected = workloads.filter(({ spec }) => selects(selector, spec.template.metadata.labels));
        expect(selected).toHaveLength(1);
      }
      expect(ofKind(manifests, 'PodDisruptionBudget')).toHaveLength(workloads.length);
    });

    it('has ports, volumes and names that fit together', () => {
      const services = ofKind(manifests, 'Service');
      const serviceOf = (name: string) => services.find(({ metadata }) => metadata.name === name);
      const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name);
      for (const { spec } of services) {
        const pods = workloadsOf(manifests).map((workload) => workload.spec.template);
        const pod = pods.find(({ metadata }) => selects(spec.selector, metadata.labels));
        const ports = namesOf(pod?.spec.containers[0].ports ?? []);
        for (const { targetPort } of spec.ports) expect(ports).toContain(targetPort);
      }
      for (const workload of workloadsOf(manifests)) {
        const pod = workload.spec.template.spec;
        const [container] = pod.containers;
        for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe])
          expect(namesOf(container.ports)).toContain(probe.httpGet.port);
        const claims = workload.kind === 'StatefulSet' ? workload.spec.volumeClaimTemplates : [];
        const volumes = [...(pod.volumes ?? []), ...claims.map(({ metadata }) => metadata)];
        expect(namesOf(container.volumeMounts).sort()).toEqual(namesOf(volumes).sort());
        if (workload.kind === 'StatefulSet')
          expect(serviceOf(workload.spec.serviceName)?.spec.clusterIP).toBe('None');
        const settings = namesOf(ofKind(manifests, 'ConfigMap').map(({ metadata }) => metadata));
        for (const source of container.envFrom ?? [])
          if ('configMapRef' in source) expect(settings).toContain(source.configMapRef.name);
      }
      const rules = ofKind(manifests, 'Ingress').flatMap(({ spec }) => spec.rules);
      for (const { backend } of rules.flatMap(({ http }) => http.paths)) {
        const ports = serviceOf(backend.service.name)?.spec.ports ?? [];
        expect(namesOf(ports)).toContain(backend.service.port.name);
      }
    });

    it('names only settings that exist', () => {
      const named = [
        ...ofKind(manifests, 'ConfigMap').flatMap(({ data }) => Object.keys(data)),
        ...workloadsOf(manifests)
          .flatMap(({ spec }) => spec.template.spec.containers[0].env ?? [])
          .map((variable) => variable.name)
          .filter((variable) => variable !== 'POD_IP'),
      ];
      for (const setting of named) expect(KNOWN_SETTINGS).toContain(setting);
    });
  });

  it('gives every server its own address for the others, and time to hand its clusters over', () => {
    const server = ofKind(render(), 'StatefulSet').find(({ metadata }) => metadata.name === 'gwanje-server');
    const [container] = server?.spec.template.spec.containers ?? [];
    expect(container?.env).toEqual([
      { name: 'POD_IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
      { name: 'GWANJE_REPLICA_URL', value: 'http://$(POD_IP):4102' },
    ]);
    expect(container?.readinessProbe.httpGet.path).toBe('/readyz');
    expect(server?.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(45);
    const zones = server?.spec.template.spec.topologySpreadConstraints.map((it) => it.topologyKey);
    expect(zones).toEqual(['topology.kubernetes.io/zone', 'kubernetes.io/hostname']);
    const inBrackets = ofKind(render({ server: { addressFamily: 'IPv6' } }), 'StatefulSet')[0];
    expect(JSON.stringify(inBrackets)).toContain('http://[$(POD_IP)]:4102');
  });

  it('has names that Kubernetes accepts for a long name of the release', () => {
    const release = 'a-release-with-a-name-of-fifty-three-characters-long';
    const { 'NOTES.txt': _notes, ...texts } = renderChart({}, release);
    const sets = ofKind(Object.values(texts).flatMap(parseManifests), 'StatefulSet');
    // Kubernetes adds a hash of eleven characters for a label of the pods, which has at most 63.
    for (const { metadata } of sets) expect(metadata.name.length).toBeLessThanOrEqual(52);
  });

  it('has the names of both sites in the ingress, without a port', () => {
    const manifests = render({ publicUrl: 'https://console.example.com:8443', ingress: { enabled: true } });
    const hosts = ofKind(manifests, 'Ingress').flatMap(({ spec }) => spec.rules.map(({ host }) => host));
    expect(hosts.sort()).toEqual(['console.example.com', 'login.gwanje.example.com']);
  });

  it('names each engine of the pair, or those of the user instead', () => {
    const urlOf = (manifests: Manifest[]) => ofKind(manifests, 'ConfigMap')[0]?.data.GWANJE_METRICS_URL;
    const engine = (index: number) => `http://gwanje-victoriametrics-${index}.gwanje-victoriametrics:8428`;
    expect(urlOf(render())).toBe(`${engine(0)},${engine(1)}`);
    expect(urlOf(render({ victoriametrics: { replicas: 1 } }))).toBe(engine(0));
    const own = render(OWN_ENGINES);
    expect(urlOf(own)).toBe('http://vm-a.example.com:8428,https://vm-b.example.com/x');
    expect(own.filter(({ metadata }) => metadata.name.includes('victoriametrics'))).toEqual([]);
  });

  const outside: Endpoint = { outside: 'any address' };
  const [server, login, engine] = ['server', 'login', 'victoriametrics'].map((component) => ({ component }));
  const ingress = { namespace: 'ingress-nginx' };
  const monitoring = { namespace: 'monitoring' };
  it.each([
    ['the ingress controller reaches the servers', ingress, server, 4100, true],
    ['the ingress controller reaches the login site', ingress, login, 4101, true],
    ['another namespace does not reach the servers', { namespace: 'default' }, server, 4100, false],
    ['servers reach each other at the internal port', server, server, 4102, true],
    ['the ingress controller does not reach the internal port', ingress, server, 4102, false],
    ['the login site does not reach the internal port', login, server, 4102, false],
    ['an engine does not reach the internal port', engine, server, 4102, false],
    ['servers reach the engines', server, engine, 8428, true],
    ['the login site does not reach the engines', login, engine, 8428, false],
    ['the ingress controller does not reach the engines', ingress, engine, 8428, false],
    ['servers reach the database', server, outside, 5432, true],
    ['the login site reaches the database', login, outside, 5432, true],
    ['an engine does not reach the database', engine, outside, 5432, false],
    ['servers find names', server, outside, 53, true],
    ['the login site finds names', login, outside, 53, true],
    ['servers send webhooks', server, outside, 443, true],
    ['servers send mail', server, outside, 587, true],
    ['the login site reaches a provider of single sign-on', login, outside, 443, true],
    ['an engine reaches nothing', engine, outside, 443, false],
    ['servers reach no other port outside', server, outside, 22, false],
  ] as const)('%s', (_title, from, to, port, expected) => {
    expect(isAllowed(render(), from ?? outside, to ?? outside, port)).toBe(expected);
  });

  it('opens further ways only to what the values name', () => {
    const opened = render({ networkPolicies: { otherNamespaces: ['monitoring'] } });
    expect(isAllowed(opened, monitoring, { component: 'server' }, 4100)).toBe(true);
    expect(isAllowed(opened, monitoring, { component: 'victoriametrics' }, 8428)).toBe(true);
    expect(isAllowed(opened, monitoring, { component: 'server' }, 4102)).toBe(false);
    const own = render(OWN_ENGINES);
    expect(isAllowed(own, { component: 'server' }, outside, 8428)).toBe(true);
    const withoutPort = render({ metrics: { urls: ['http://vm-1', 'http://vm-22'] } });
    expect([80, 1, 22].map((port) => isAllowed(withoutPort, { component: 'server' }, outside, port))).toEqual(
      [true, false, false],
    );
    const provider = render({ networkPolicies: { outsidePorts: [8443] } });
    expect(isAllowed(provider, { component: 'login' }, outside, 8443)).toBe(true);
    const onNodes = render({ networkPolicies: { ingressController: { networks: ['10.9.0.0/24'] } } });
    const clients = ofKind(onNodes, 'NetworkPolicy').flatMap(({ spec }) => spec.ingress ?? []);
    expect(clients.filter(({ from }) => JSON.stringify(from).includes('10.9.0.0/24'))).toHaveLength(2);
    const narrow = render({ database: { networks: ['10.1.0.0/16'] } });
    expect(isAllowed(narrow, { component: 'server' }, outside, 5432)).toBe(false);
    expect(JSON.stringify(narrow)).toContain('10.1.0.0/16');
  });

  it.each([
    ['an unknown value', { servers: {} }, 'servers'],
    ['no server', { server: { replicas: 0 } }, 'server.replicas'],
    ['half a server', { server: { replicas: 1.5 } }, 'server.replicas'],
    ['a number as text', { server: { replicas: '3' } }, 'server.replicas'],
    ['the public port as the internal one', { server: { internalPort: 4100 } }, 'server.internalPort'],
    [
      'too little time to hand over',
      { server: { terminationGracePeriodSeconds: 5 } },
      'terminationGracePeriod',
    ],
    ['three engines', { victoriametrics: { replicas: 3 } }, 'victoriametrics.replicas'],
    ['the same engine twice', { metrics: { urls: ['http://a', 'http://a'] } }, 'metrics.urls'],
    ['an address with a path', { publicUrl: 'https://console.example.com/x' }, 'publicUrl'],
    ['a proxy by its name', { trustProxy: 'ingress' }, 'trustProxy'],
    ['a setting of another product', { settings: { PATH: '/bin' } }, 'settings'],
    ['a setting that is no text', { settings: { GWANJE_HISTORY_DAYS: 35 } }, 'GWANJE_HISTORY_DAYS'],
    ['a network without its length', { database: { networks: ['10.0.0.1'] } }, 'database.networks'],
    ['a wrong size', { server: { storage: { size: 'much' } } }, 'storage.size'],
    [
      'no ingress controller',
      { networkPolicies: { ingressController: { namespaceLabels: null } } },
      'ingressController',
    ],
  ])('refuses %s', (_what, values, named) => {
    expect(() => renderChart(values)).toThrow(named);
  });

  it('is explained value by value', () => {
    const docs = readFileSync(join(root, 'docs/operations.md'), 'utf8');
    const missing = leavesOf(defaultValues()).filter((path) => !docs.includes(`\`${path}\``));
    expect(missing).toEqual([]);
  });

  it('is what the plain manifests and the configuration of HAProxy are made from', () => {
    for (const [file, text] of deployFiles())
      expect(readFileSync(join(root, file), 'utf8'), `run: node scripts/deployment/deploy-files.ts`).toBe(
        text,
      );
  });
});

function render(values: Values = {}): Manifest[] {
  const { 'NOTES.txt': notes = '', ...texts } = renderChart(values);
  expect(notes).toContain('create-key-user');
  return Object.values(texts).flatMap(parseManifests);
}

/** `server.replicas` and so on. What the chart passes on as it is counts as one value. */
function leavesOf(values: Values, prefix = ''): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const isPassedOn = ['resources', 'annotations', 'namespaceLabels'].includes(name);
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
    const inner = isMap && !isPassedOn ? leavesOf({ ...value }, `${prefix}${name}.`) : [];
    return inner.length > 0 ? inner : [prefix + name];
  });
}
