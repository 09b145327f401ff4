import { describe, expect, test } from 'vitest';
import { installCommands, installPlatforms, offlineCommands } from './install-commands.ts';

const place = { group: '<rg>', region: '<region>', project: '<project>' };
const placeholders = { ...place, cluster: '<name>', file: '<file>' };
const input = { hostId: 12, namespace: 'gwanje', serverUrl: 'https://gwanje.example.com', placeholders };

describe('the install commands', () => {
  test('fetch credentials differently on each platform, and apply the manifest the same way', () => {
    const all = installPlatforms.map((platform) => installCommands({ ...input, platform }));
    expect(new Set(all.map(({ credentials }) => credentials)).size).toBe(installPlatforms.length);
    expect(new Set(all.map(({ apply }) => apply))).toEqual(
      new Set(['kubectl apply -f gwanje-agent-12.yaml']),
    );
  });

  test('use the requested namespace', () => {
    const { rollout, logs } = installCommands({ ...input, platform: 'eks', namespace: 'watch' });
    expect(rollout.match(/-n watch /g)).toHaveLength(2);
    expect(logs).toContain('-n watch ');
  });

  test('push the image into the given registry of a site without internet', () => {
    const { push, importOnNodes } = offlineCommands('gwanje/agent:0.1.0', '0.1.0', 'registry.local:5000/ops');
    expect(push.split('\n').at(-1)).toBe('docker push registry.local:5000/ops/agent:0.1.0');
    expect(importOnNodes).toContain('gwanje-agent-0.1.0.tar');
  });
});
