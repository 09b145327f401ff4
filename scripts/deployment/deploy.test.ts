import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { canRun } from '../../packages/testkit/src/debian-program.ts';

const root = join(import.meta.dirname, '../..');
const deploy = join(root, 'deploy');
/** The files that define the variables: a misspelt variable would silently have its default. */
const SETTINGS = [
  'apps/server/src/config.ts',
  'apps/login/src/config.ts',
  'packages/backend/src/config/settings.ts',
]
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');

interface Container {
  readonly name: string;
  readonly command?: readonly string[];
  readonly securityContext: object;
  readonly resources: { readonly requests?: object; readonly limits?: object };
  readonly livenessProbe?: object;
  readonly readinessProbe?: object;
  readonly volumeMounts: readonly { readonly name: string }[];
}

interface Rendered {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly template?: {
      readonly spec: {
        readonly automountServiceAccountToken: boolean;
        readonly securityContext: object;
        readonly containers: readonly Container[];
      };
    };
    readonly podSelector?: object;
    readonly ingress?: readonly object[];
  };
}

const INGRESS_NAMESPACE = { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } };
const FROM_INGRESS = [{ from: [{ namespaceSelector: INGRESS_NAMESPACE }], ports: [{ port: 'http' }] }];

function rendered(): Rendered[] {
  const text = execFileSync('kubectl', ['kustomize', join(deploy, 'kubernetes')], { encoding: 'utf8' });
  return parseAllDocuments(text).map((document) => ('toJS' in document ? document.toJS() : undefined));
}

describe.runIf(canRun('kubectl', 'kubernetes-client', 'the manifests are not rendered'))(
  'the manifests of the console',
  () => {
    const objects = rendered();
    const workloads = objects.flatMap(({ metadata, spec }) =>
      spec?.template ? [{ name: metadata.name, pod: spec.template.spec }] : [],
    );

    it('trust and admit the ingress controller alone', () => {
      const settings = objects.find(({ kind }) => kind === 'ConfigMap')?.data;
      expect(settings?.GWANJE_TRUST_PROXY).toMatch(/^[\d.]+$/);
      const policies = objects.filter(({ metadata }) => ['server', 'login'].includes(metadata.name));
      expect(policies.map(({ spec }) => spec.ingress)).toEqual([FROM_INGRESS, FROM_INGRESS]);
    });

    it('render to one installation in one namespace', () => {
      expect(workloads.map(({ name }) => name).sort()).toEqual([
        'gwanje-login',
        'gwanje-postgres',
        'gwanje-server',
        'gwanje-victoriametrics',
      ]);
      const others = objects.filter(({ kind }) => kind !== 'Namespace');
      expect(new Set(others.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['gwanje-console']));
    });

    it.each(workloads)(
      '$name runs without privileges, writes only to its volumes and has probes',
      ({ pod }) => {
        expect(pod.automountServiceAccountToken).toBe(false);
        expect(pod.securityContext).toMatchObject({
          runAsNonRoot: true,
          seccompProfile: { type: 'RuntimeDefault' },
        });
        for (const container of pod.containers) {
          expect(container.securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
          expect(container.resources).toMatchObject({
            requests: { cpu: expect.any(String), memory: expect.any(String) },
            limits: { memory: expect.any(String) },
          });
          expect(container.livenessProbe).toBeDefined();
          expect(container.readinessProbe).toBeDefined();
        }
      },
    );

    it('name only settings that exist', () => {
      const settings = objects.find(({ kind }) => kind === 'ConfigMap')?.data ?? {};
      expect(Object.keys(settings).length).toBeGreaterThan(0);
      for (const name of Object.keys(settings)) expect(SETTINGS).toContain(name);
    });

    it('deny traffic to pods that no network policy selects', () => {
      const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
      expect(policies.some(({ spec }) => Object.keys(spec.podSelector ?? { any: 1 }).length === 0)).toBe(
        true,
      );
      expect(policies).toHaveLength(workloads.length + 1);
    });
  },
);

test('the compose file names only settings that exist and runs our processes without privileges', () => {
  const { services } = parse(readFileSync(join(deploy, 'compose.yaml'), 'utf8'), { merge: true });
  expect(Object.keys(services).sort()).toEqual(['login', 'postgres', 'server', 'victoriametrics']);
  for (const service of [services.server, services.login]) {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    for (const name of Object.keys(service.environment)) expect(SETTINGS).toContain(name);
  }
});

test('the Dockerfile copies and starts only files that exist', () => {
  const dockerfile = readFileSync(join(deploy, 'Dockerfile'), 'utf8');
  const entries = [...dockerfile.matchAll(/"node", "([^"]+)"/g)].map(([, entry]) => entry ?? '');
  // The agent's image contains its bundle.
  expect(entries).toEqual(['apps/server/src/main.ts', 'main.js']);
  const copied = [...dockerfile.matchAll(/^COPY --from=(?:sources|\S+-packages) \/app\/(\S+)/gm)].map(
    ([, path]) => path ?? '',
  );
  for (const path of ['apps/server/src/main.ts', 'apps/login/src/main.ts', ...copied])
    expect(existsSync(join(root, path))).toBe(true);
});
