import { HostId } from '@gwanje/contract/definition/fields';
import { expect, test } from 'vitest';
import { ownerOfPods, podsOfWorkload } from './workload-list.ts';

const deployment = {
  hostId: HostId.parse(1),
  namespace: 'shop',
  name: 'api',
  type: 'deployment',
  ownerKind: null,
  ownerName: null,
} as const;
const place = { hostId: [1], namespace: ['shop'] };

test('a deployment owns its pods', () => {
  expect(podsOfWorkload(deployment)).toEqual({ ...place, ownerKind: ['Deployment'], ownerName: ['api'] });
  expect(ownerOfPods(deployment).isOwned).toBe(false);
});

test('the pods of a job belong to its cron job, and have its name', () => {
  const job = {
    ...deployment,
    name: 'report-1',
    type: 'job',
    ownerKind: 'CronJob',
    ownerName: 'report',
  } as const;
  const expected = { ...place, ownerKind: ['CronJob'], ownerName: ['report'], name: 'report-1-' };
  expect(podsOfWorkload(job)).toEqual(expected);
});
