import { ConfigError } from '@gwanje/backend/config/env';
import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

const GIVEN = {
  GWANJE_AGENT_ROLE: 'node',
  GWANJE_AGENT_SERVER: 'https://gwanje.example.com/',
  GWANJE_AGENT_TOKEN: 'secret',
  GWANJE_AGENT_NODE_NAME: 'node-1',
  GWANJE_AGENT_KUBELET_ADDRESS: '10.0.0.4',
};

function messageOf(environment: Record<string, string>, args: readonly string[] = []): string {
  try {
    readSettings(args, environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

const outside = ['--kubeconfig', 'k.yaml', '--token', 't', '--server', 'http://localhost:4100'];

describe('settings', () => {
  it('come from variables, and options override them', () => {
    const settings = readSettings(['--node-name', 'node-2', '--compression', 'gzip'], GIVEN);
    expect(settings).toMatchObject({
      role: 'node',
      server: 'https://gwanje.example.com',
      nodeName: 'node-2',
      compression: 'gzip',
      kubelet: { url: 'https://10.0.0.4:10250', isInsecure: false },
      bufferBytes: 256 * 1024 * 1024,
      sampleEveryMs: 15_000,
    });
  });

  it('with a kubeconfig select both roles', () => {
    expect(readSettings(outside, {})).toMatchObject({ role: 'all', token: { text: 't' } });
  });

  it('open probes and metrics to this machine alone, unless the agent runs in a pod', () => {
    expect(readSettings(outside, {}).host).toBe('127.0.0.1');
    expect(readSettings([...outside, '--host', '10.0.0.9'], {}).host).toBe('10.0.0.9');
    expect(readSettings([], GIVEN).host).toBeUndefined();
  });

  it('for different nodes, clusters and servers use separate queue folders', () => {
    const folder = (args: readonly string[]) => readSettings(args, GIVEN).folder;
    expect(folder([])).toBe(folder([]));
    expect(folder(['--node-name', 'other'])).not.toBe(folder([]));
    expect(folder(['--server', 'https://other.example.com'])).not.toBe(folder([]));
  });

  it.each([
    ['10.0.0.4:1234', 'https://10.0.0.4:1234'],
    ['fd00::1', 'https://[fd00::1]:10250'],
    ['[fd00::1]:99', 'https://[fd00::1]:99'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['node.internal', 'https://node.internal:10250'],
  ])('accept %s for the kubelet at %s', (given, url) => {
    expect(readSettings(['--kubelet-address', given], GIVEN).kubelet?.url).toBe(url);
  });

  it.each([
    [{ GWANJE_AGENT_ROLE: 'both' }, 'GWANJE_AGENT_ROLE: must be cluster, node or all'],
    [{ GWANJE_AGENT_SERVER: 'ftp://x' }, 'GWANJE_AGENT_SERVER: must be an http(s) address'],
    [{ GWANJE_AGENT_SERVER: '' }, 'GWANJE_AGENT_SERVER: the address of the console server is missing'],
    [{ GWANJE_AGENT_TOKEN: 'a b' }, 'GWANJE_AGENT_TOKEN: must not contain spaces'],
    [{ GWANJE_AGENT_TOKEN: '' }, 'GWANJE_AGENT_TOKEN: the token of the cluster is missing'],
    [{ GWANJE_AGENT_NODE_NAME: '' }, 'GWANJE_AGENT_NODE_NAME: the role node needs'],
    [{ GWANJE_AGENT_KUBELET_ADDRESS: 'a b' }, 'GWANJE_AGENT_KUBELET_ADDRESS: must be a host'],
    [{ GWANJE_AGENT_KUBELET_ADDRESS: '' }, 'GWANJE_AGENT_KUBELET_ADDRESS: the role node needs its kubelet'],
    [{ GWANJE_AGENT_BUFFER_MIB: '-1' }, 'GWANJE_AGENT_BUFFER_MIB: must be a positive whole number'],
    [{ GWANJE_AGENT_COMPRESSION: 'br' }, 'GWANJE_AGENT_COMPRESSION: must be zstd or gzip'],
    [{ GWANJE_AGENT_PORT: '99999' }, 'GWANJE_AGENT_PORT: must be a port number'],
    [{ GWANJE_AGENT_KUBELET_INSECURE: 'yes' }, 'GWANJE_AGENT_KUBELET_INSECURE: must be 0 or 1'],
  ])('%j are refused: %s', (wrong, message) => {
    expect(messageOf({ ...GIVEN, ...wrong })).toContain(message);
  });

  it('report all errors at once, including unknown options', () => {
    const message = messageOf({ GWANJE_AGENT_ROLE: 'node' });
    for (const name of ['SERVER', 'TOKEN', 'NODE_NAME', 'KUBELET_ADDRESS'])
      expect(message).toContain(`GWANJE_AGENT_${name}:`);
    expect(messageOf(GIVEN, ['--tokn', 'x'])).toContain('--tokn');
    expect(messageOf({ ...GIVEN, GWANJE_AGENT_TOKEN: 'my secret' })).not.toContain('my secret');
  });
});
