import type { ClusterState } from '@gwanje/contract/clusters/cluster-state';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ChildMark } from './child-mark.tsx';
import './dashboard-messages.ts';

afterEach(cleanup);

test.each([
  ['critical', ['하위 상태: 심각']],
  ['normal', []],
] as const)('marks a cluster whose worst child state is %s with %j', (childMonResult, marks) => {
  render(<ChildMark cluster={{ childMonResult, isStale: false } as ClusterState} />);
  expect(screen.queryAllByRole('img').map((mark) => mark.getAttribute('aria-label'))).toEqual(marks);
});
