import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { canRun } from '../../packages/testkit/src/debian-program.ts';
import { KNOWN_SETTINGS } from './testing/known-settings.ts';
import { ofKind, parseManifests, workloadsOf } from './testing/manifest-shapes.ts';
import { isAllowed } from './testing/network-policies.ts';

const root = join(import.meta.dirname, '../..');
const deploy = join(root, 'deploy');

const Compose = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      ports: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string()).optional(),
      volumes: z.array(z.string()).optional(),
      networks: z.object({ default: z.object({ ipv4_address: z.string() }) }).optional(),
    }),
  ),
  networks: z.object({
    default: z.object({ ipam: z.object({ config: z.array(z.object({ subnet: z.string() })) }) }),
  }),
});

describe.runIf(canRun('kubectl', 'kubernetes-client', 'the manifests are not rendered'))(
  'the plain manifests',
  () => {
    const text = execFileSync('kubectl', ['kustomize', join(deploy, 'kubernetes')], { encoding: 'utf8' });
    const manifests = parseManifests(text);

    it('are one installation in one namespace', () => {
      expect(workloadsOf(manifests).map(({ metadata }) => metadata.name)).toEqual([
        'gwanje-server',
        'gwanje-victoriametrics',
        'gwanje-login',
      ]);
      const others = manifests.filter(({ kind }) => kind !== 'Namespace');
      expect(new Set(others.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['gwanje-console']));
    });

    it('have settings that exist, which the pods read', () => {
      const [settings] = ofKind(manifests, 'ConfigMap');
      for (const name of Object.keys(settings?.data ?? {})) expect(KNOWN_SETTINGS).toContain(name);
      // kustomize adds the hash of the settings to their name.
      for (const { spec } of workloadsOf(manifests)) {
        const [source] = spec.template.spec.containers[0].envFrom ?? [];
        if (source) expect(source).toEqual({ configMapRef: { name: settings?.metadata.name } });
      }
    });

    it('trust and admit the ingress controller alone', () => {
      expect(ofKind(manifests, 'ConfigMap')[0]?.data.GWANJE_TRUST_PROXY).toMatch(/^[\d.]+$/);
      for (const [component, port] of [
        ['server', 4100],
        ['login', 4101],
      ] as const) {
        expect(isAllowed(manifests, { namespace: 'ingress-nginx' }, { component }, port)).toBe(true);
        expect(isAllowed(manifests, { namespace: 'default' }, { component }, port)).toBe(false);
      }
    });
  },
);

describe('the compose file', () => {
  const { services, networks } = Compose.parse(
    parse(readFileSync(join(deploy, 'compose.yaml'), 'utf8'), { merge: true }),
  );
  const servers = ['server-1', 'server-2', 'server-3'];

  it('has three servers behind HAProxy, a login site, PostgreSQL and two engines', () => {
    expect(Object.keys(services).sort()).toEqual(
      ['haproxy', 'login', 'postgres', ...servers, 'victoriametrics-1', 'victoriametrics-2'].sort(),
    );
    // Only HAProxy is reached from outside.
    expect(Object.keys(services).filter((name) => services[name]?.ports)).toEqual(['haproxy']);
  });

  it('names only settings that exist, and runs our processes without privileges', () => {
    for (const name of [...servers, 'login']) {
      expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      for (const setting of Object.keys(services[name]?.environment ?? {}))
        expect(KNOWN_SETTINGS).toContain(setting);
    }
  });

  it('gives each server its own address and volume, and all of them both engines', () => {
    for (const name of servers) {
      const { environment, volumes } = services[name] ?? {};
      expect(environment?.GWANJE_REPLICA_URL).toBe(`http://${name}:4102`);
      expect(volumes).toEqual([`${name}-data:/data`]);
      const engines = environment?.GWANJE_METRICS_URL?.split(',').map((url) => new URL(url).hostname);
      expect(engines).toEqual(['victoriametrics-1', 'victoriametrics-2']);
    }
  });

  it('trusts the fixed address of HAProxy, which its network has', () => {
    const address = services.haproxy?.networks?.default.ipv4_address;
    expect(address).toBe('172.30.41.2');
    expect(networks.default.ipam.config[0]?.subnet).toBe('172.30.41.0/24');
    for (const name of [...servers, 'login'])
      expect(services[name]?.environment?.GWANJE_TRUST_PROXY).toBe(address);
    expect(services.haproxy?.volumes).toEqual(['./haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro']);
  });
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
