import type { ChangedField } from '@gwanje/contract/objects/manifests';
import { expect, test } from 'vitest';
import { fieldChangesOf } from './manifest-fields.ts';

const changed = (more: Partial<ChangedField>): ChangedField => ({
  path: 'spec.x',
  topic: 'other',
  subject: null,
  from: null,
  to: null,
  ...more,
});

test('an image and requests have the fields of states', () => {
  const list = [
    changed({ topic: 'image', subject: 'api', from: 'a:1', to: 'a:2' }),
    changed({ topic: 'limit', subject: 'api memory', from: '1Gi', to: '512Mi' }),
    changed({ topic: 'request', subject: 'api cpu', from: '500m', to: null }),
  ];
  expect(fieldChangesOf(list)).toEqual([
    { container: 'api', field: 'image', from: 'a:1', to: 'a:2' },
    { container: 'api', field: 'memLimitBytes', from: '1073741824', to: '536870912' },
    { container: 'api', field: 'cpuRequestCores', from: '0.5', to: null },
  ]);
});

test('other fields are named by their topic and subject', () => {
  const [env] = fieldChangesOf([changed({ topic: 'env', subject: 'api MODE', from: 'a', to: 'b' })]);
  expect(env).toEqual({ container: null, field: 'env api MODE', from: 'a', to: 'b' });
});

test('a taint that a person sets counts', () => {
  const fields = fieldChangesOf([changed({ topic: 'taint', subject: 'dedicated:NoSchedule', to: '{}' })]);
  expect(fields).toMatchObject([{ field: 'taint dedicated:NoSchedule' }]);
});

test('fields that controllers write are left out', () => {
  const list = [
    changed({ topic: 'label' }),
    changed({ topic: 'replicas' }),
    changed({ path: 'metadata.x' }),
    changed({ topic: 'taint', subject: 'node.kubernetes.io/unreachable:NoExecute' }),
  ];
  expect(fieldChangesOf(list)).toEqual([]);
});
