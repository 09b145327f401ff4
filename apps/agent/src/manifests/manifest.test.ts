import { MAX_MANIFEST_LENGTH } from '@gwanje/kinds/batch';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { recordedItems, recordedLines } from '../testing/recordings.ts';
import { manifestOf } from './manifest.ts';

const shown = (object: unknown) => JSON.parse(manifestOf('pod', object).json);

describe('a manifest', () => {
  it('has no status, no managed fields and no noise, and the type that items of a list lack', () => {
    const annotations = {
      'kubectl.kubernetes.io/last-applied-configuration': '{}',
      'deployment.kubernetes.io/revision': '3',
      'control-plane.alpha.kubernetes.io/leader': '{}',
      'example.com/heartbeat': '1',
      'example.com/owner': 'team-a',
    };
    const metadata = {
      name: 'web',
      uid: 'u',
      resourceVersion: '5',
      generation: 2,
      managedFields: [{}],
      deletionTimestamp: '2026-11-15T00:00:00Z',
      annotations,
    };
    expect(shown({ metadata, spec: { nodeName: 'n' }, status: { phase: 'Running' } })).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web', uid: 'u', generation: 2, annotations: { 'example.com/owner': 'team-a' } },
      spec: { nodeName: 'n' },
    });
  });

  it('masks values of variables, headers, parameters and annotations, and shows references', () => {
    const valueFrom = { secretKeyRef: { name: 's', key: 'password' } };
    const others = [{ name: 'B', valueFrom }, { name: 'C' }];
    const container = {
      name: 'app',
      env: [{ name: 'MODE', value: 'x' }, { name: 'EMPTY', value: '' }, ...others],
      envFrom: [{ secretRef: { name: 's' } }],
      args: ['--password', 'x', '--url=https://a:b@c/'],
      livenessProbe: { httpGet: { httpHeaders: [{ name: 'Authorization', value: 'x' }] } },
    };
    const spec = {
      containers: [container],
      csi: { volumeAttributes: { password: 'x', share: 'y' }, nodeStageSecretRef: { name: 'n' } },
      automountServiceAccountToken: false,
      volumes: [{ secret: { secretName: 's' } }],
    };
    const metadata = {
      annotations: { 'example.com/token': 'x', 'checksum/secret': 'abc' },
      labels: { token: 'x' },
    };
    expect(shown({ metadata, spec })).toMatchObject({
      metadata: {
        annotations: { 'example.com/token': '****', 'checksum/secret': 'abc' },
        labels: { token: 'x' },
      },
      spec: {
        containers: [
          {
            env: [{ name: 'MODE', value: '****' }, { name: 'EMPTY' }, ...others],
            envFrom: [{ secretRef: { name: 's' } }],
            args: ['--password', '****', '--url=https://a:****@c/'],
            livenessProbe: { httpGet: { httpHeaders: [{ name: 'Authorization', value: '****' }] } },
          },
        ],
        csi: { volumeAttributes: { password: '****', share: 'y' }, nodeStageSecretRef: { name: 'n' } },
        automountServiceAccountToken: false,
        volumes: [{ secret: { secretName: 's' } }],
      },
    });
  });

  it('is equal for equal objects, whatever the order of their keys', () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, inner]) => [key, reversed(inner)]),
      );
    };
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (spec) => {
        expect(manifestOf('pod', reversed({ spec }))).toEqual(manifestOf('pod', { spec }));
      }),
    );
  });

  it('of a pod changes once after its creation, although its status changes many times', () => {
    const Event = z.object({
      type: z.string(),
      object: z.looseObject({ kind: z.string(), metadata: z.looseObject({ uid: z.string().optional() }) }),
    });
    const events = recordedLines('watch-pods-rollout.ndjson').map((line) => Event.parse(line));
    const pods = events.filter(({ object }) => object.kind === 'Pod' && object.metadata.uid !== undefined);
    expect(pods.length).toBeGreaterThan(50);
    for (const versions of Map.groupBy(pods, ({ object }) => object.metadata.uid).values()) {
      const hashes = versions.map(({ object }) => manifestOf('pod', object).hash);
      expect(new Set(hashes).size).toBeLessThanOrEqual(2);
    }
  });

  it('that is too long is shortened and says so', () => {
    const [pod] = recordedItems('api_v1_pods.json');
    expect(manifestOf('pod', pod).isCut).toBe(false);
    const texts = { spec: { text: 'x'.repeat(200_000), rest: 1 } };
    const cut = expect.stringMatching(/^x{1024}… \(\+198976\)$/);
    expect(shown(texts).spec).toMatchObject({ text: cut, rest: 1 });
    const lists = { spec: { list: Array.from({ length: 50_000 }, (_, no) => no) } };
    expect(shown(lists).spec.list).toHaveLength(201);
    const name = 'web';
    const nested = (levels: number): unknown =>
      levels === 0 ? 'x'.repeat(900) : Array.from({ length: 15 }, () => nested(levels - 1));
    const huge = manifestOf('pod', { metadata: { name }, spec: nested(4) });
    expect(huge.isCut).toBe(true);
    expect(huge.json.length).toBeLessThanOrEqual(MAX_MANIFEST_LENGTH);
    expect(JSON.parse(huge.json)).toMatchObject({ metadata: { name }, spec: '…' });
  });

  it('of any object is JSON without an error', () => {
    const wrong = { metadata: 5, spec: { env: 1, args: 'x', annotations: [null] } };
    for (const object of [null, 1, 'x', [], wrong]) expect(shown(object)).toMatchObject({ kind: 'Pod' });
    const hostile = JSON.parse('{"spec":{"__proto__":{"env":[{"value":"x"}]}}}');
    expect(manifestOf('pod', hostile).json).toContain('"__proto__":{"env":[{"value":"****"}]}');
  });
});
