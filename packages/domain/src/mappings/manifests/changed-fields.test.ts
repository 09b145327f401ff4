import { describe, expect, it } from 'vitest';
import { manifestChanges } from './changed-fields.ts';
import type { Manifest } from './manifest-values.ts';

const app = {
  name: 'app',
  image: 'shop:1',
  env: [{ name: 'MODE', value: '****' }],
  resources: { requests: { cpu: '1', memory: '1Gi' } },
  livenessProbe: { httpGet: { path: '/healthz', port: 8080 }, periodSeconds: 10 },
};
const sidecar = { name: 'mesh', image: 'mesh:1' };

function deployment(podSpec: object = {}, spec: object = {}, metadata: object = {}): Manifest {
  return {
    kind: 'Deployment',
    metadata: { name: 'shop', generation: 1, labels: { team: 'a' }, ...metadata },
    spec: { replicas: 3, template: { spec: { containers: [app, sidecar], ...podSpec } }, ...spec },
  };
}

function withApp(change: object): Manifest {
  return deployment({ containers: [{ ...app, ...change }, sidecar] });
}

const APP = 'spec.template.spec.containers[app]';

describe('the changed fields of a manifest', () => {
  const secret = { name: 'A', valueFrom: { secretKeyRef: { key: 'k', name: 's' } } };
  const annotated = { metadata: { annotations: { a: 'b' } }, spec: { containers: [app, sidecar] } };
  it.each([
    ['replicas', deployment({}, { replicas: 5 }), ['spec.replicas', 'replicas', null, '3', '5']],
    ['an image', withApp({ image: 'shop:2' }), [`${APP}.image`, 'image', 'app', 'shop:1', 'shop:2']],
    [
      'a request',
      withApp({ resources: { requests: { cpu: '2', memory: '1024Mi' } } }),
      [`${APP}.resources.requests.cpu`, 'request', 'app cpu', '1', '2'],
    ],
    [
      'a new limit',
      withApp({ resources: { requests: app.resources.requests, limits: { memory: '2Gi' } } }),
      [`${APP}.resources.limits.memory`, 'limit', 'app memory', null, '2Gi'],
    ],
    [
      'a new variable',
      withApp({ env: [...app.env, secret] }),
      [`${APP}.env[A]`, 'env', 'app A', null, JSON.stringify(secret)],
    ],
    ['a removed variable', withApp({ env: [] }), [`${APP}.env[MODE]`, 'env', 'app MODE', '****', null]],
    [
      'a probe',
      withApp({ livenessProbe: { httpGet: { path: '/live', port: 8080 }, periodSeconds: 10 } }),
      [`${APP}.livenessProbe.httpGet.path`, 'livenessProbe', 'app httpGet.path', '/healthz', '/live'],
    ],
    ['arguments', withApp({ args: ['-v', 'x'] }), [`${APP}.args`, 'args', 'app', null, '[-v, x]']],
    [
      'a container',
      deployment({ containers: [app] }),
      ['spec.template.spec.containers[mesh]', 'container', 'mesh', 'mesh:1', null],
    ],
    [
      'the order of containers',
      deployment({ containers: [sidecar, app] }),
      ['spec.template.spec.containers', 'order', null, '[app, mesh]', '[mesh, app]'],
    ],
    [
      'a node selector',
      deployment({ nodeSelector: { disk: 'ssd' } }),
      ['spec.template.spec.nodeSelector.disk', 'nodeSelector', 'disk', null, 'ssd'],
    ],
    [
      'a label with dots',
      deployment({}, {}, { labels: { team: 'a', 'app.kubernetes.io/name': 'x' } }),
      ['metadata.labels[app.kubernetes.io/name]', 'label', 'app.kubernetes.io/name', null, 'x'],
    ],
    [
      'an annotation of the pods',
      deployment({}, { template: annotated }),
      ['spec.template.metadata.annotations.a', 'annotation', 'a', null, 'b'],
    ],
    [
      'an unknown field',
      deployment({}, { minReadySeconds: 5 }),
      ['spec.minReadySeconds', 'other', null, null, '5'],
    ],
    ['a masked value', deployment({}, {}, { generation: 2 }), ['spec', 'masked', null, null, null]],
  ] as const)('name %s', (_what, after, [path, topic, subject, from, to]) => {
    const list = [{ path, topic, subject, from, to }];
    expect(manifestChanges(deployment(), after)).toEqual({ list, moreCnt: 0 });
  });

  it('do not name the generation beside another change of the specification', () => {
    const after = deployment({}, { replicas: 5 }, { generation: 2 });
    expect(manifestChanges(deployment(), after).list.map(({ topic }) => topic)).toEqual(['replicas']);
  });

  it.each([
    ['1', '1000m'],
    ['0.5', '500m'],
    [1, '1'],
  ])('treat %s and %s cores as the same', (cpu, same) => {
    const before = withApp({ resources: { requests: { cpu } } });
    const after = withApp({ resources: { requests: { cpu: same } } });
    expect(manifestChanges(before, after).list).toEqual([]);
  });

  it('match taints with the same key by their effect', () => {
    const taint = (effect: string, value: string) => ({ key: 'k', effect, value });
    const node = (...taints: object[]): Manifest => ({ spec: { taints } });
    const before = node(taint('NoSchedule', 'a'), taint('NoExecute', 'a'));
    const { list } = manifestChanges(before, node(taint('NoExecute', 'b')));
    expect(list.map(({ path, topic }) => [path, topic])).toEqual([
      ['spec.taints[k:NoSchedule]', 'taint'],
      ['spec.taints[k:NoExecute].value', 'taint'],
    ]);
  });

  it('name a first item as a new item', () => {
    const before: Manifest = { spec: {} };
    const after: Manifest = { spec: { taints: [{ key: 'k', effect: 'NoSchedule' }] } };
    const paths = (list: ReturnType<typeof manifestChanges>['list']) => list.map(({ path }) => path);
    expect(paths(manifestChanges(before, after).list)).toEqual(['spec.taints[k]']);
    expect(paths(manifestChanges(after, before).list)).toEqual(['spec.taints[k]']);
  });

  it('compare lists without names as a whole', () => {
    const before: Manifest = { spec: { accessModes: ['ReadWriteOnce'], rules: [{ a: 1 }, { a: 1 }] } };
    const after: Manifest = { spec: { accessModes: ['ReadOnlyMany'], rules: [{ a: 2 }, { a: 1 }] } };
    expect(manifestChanges(before, after).list).toMatchObject([
      { path: 'spec.accessModes', from: '[ReadWriteOnce]', to: '[ReadOnlyMany]' },
      { path: 'spec.rules', from: '[{"a":1},{"a":1}]' },
    ]);
  });

  it('are cut, and the rest is counted', () => {
    const labels = Object.fromEntries([...Array(130).keys()].map((no) => [`label-${no}`, 'x'.repeat(500)]));
    const after = deployment({}, {}, { labels: { team: 'a', ...labels } });
    const { list, moreCnt } = manifestChanges(deployment(), after);
    expect(list).toHaveLength(100);
    expect(moreCnt).toBe(30);
    expect(list[0]?.to).toHaveLength(201);
  });

  it('of hostile manifests are texts: deep nesting, keys of the language, other types', () => {
    const nested = (leaf: unknown, levels: number): unknown =>
      levels === 0 ? leaf : { a: nested(leaf, levels - 1) };
    const hostile: Manifest = JSON.parse('{"spec":{"__proto__":1,"constructor":[null,{"name":{}}]}}');
    expect(manifestChanges({ spec: nested(1, 500) }, { spec: nested(2, 500) }).list).toHaveLength(1);
    expect(manifestChanges({ spec: {} }, hostile).list.map(({ path }) => path)).toEqual([
      'spec.__proto__',
      'spec.constructor',
    ]);
    expect(manifestChanges({ metadata: 1, spec: 'a' }, { metadata: [], spec: null }).list).toHaveLength(2);
  });
});
