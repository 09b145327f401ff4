import { expect, test } from 'vitest';
import { EMPTY_OPTIONS, manifestErrors, manifestQuery, shownImage } from './manifest-options.ts';

test('an empty form adds no parameter', () =>
  expect(manifestQuery({ ...EMPTY_OPTIONS, image: '  ' })).toEqual({}));

test.each([
  [{ registry: ' registry.local:5000/ops ' }, { registry: 'registry.local:5000/ops' }],
  [{ image: 'registry.local/agent:1.2.3' }, { image: 'registry.local/agent:1.2.3' }],
  [{ namespace: 'watch' }, { namespace: 'watch' }],
  [{ proxy: ' http://proxy.local:3128 ' }, { proxy: 'http://proxy.local:3128' }],
  [{ isKubeletInsecure: true }, { kubeletInsecure: 'Y' }],
  [{ mayReadLogs: true }, { logs: 'Y' }],
])('%j is added to the request', (patch, query) =>
  expect(manifestQuery({ ...EMPTY_OPTIONS, ...patch })).toEqual(query),
);

test.each([
  [{ registry: 'https://registry.local' }, { registry: 'clusters.registryError' }],
  [{ image: 'agent:1\n---' }, { image: 'clusters.imageError' }],
  [{ namespace: 'Watch' }, { namespace: 'clusters.namespaceError' }],
  [{ proxy: 'proxy.local:3128' }, { proxy: 'clusters.proxyError' }],
  [{ proxy: 'http://user:secret@proxy.local' }, { proxy: 'clusters.proxyError' }],
  [{ registry: 'registry.local', image: 'agent:1' }, { image: 'clusters.imageOrRegistry' }],
])('%j is refused at its field', (patch, fieldErrors) =>
  expect(manifestErrors({ ...EMPTY_OPTIONS, ...patch })).toEqual(fieldErrors),
);

test('the shown image name has the chosen registry or image', () => {
  expect(shownImage(EMPTY_OPTIONS, 'gwanje/agent:1')).toBe('gwanje/agent:1');
  expect(shownImage({ ...EMPTY_OPTIONS, registry: 'r.local/x' }, 'gwanje/agent:1')).toBe('r.local/x/agent:1');
  expect(shownImage({ ...EMPTY_OPTIONS, image: 'r.local/a:2' }, 'gwanje/agent:1')).toBe('r.local/a:2');
});
